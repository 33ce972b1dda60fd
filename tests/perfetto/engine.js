// Runs the trace processor of ui.perfetto.dev in Node.
//
//     node engine.js FOLDER
//
// FOLDER has the engine of the page: engine_bundle.js, and WebAssembly beside it. The page runs it in
// a worker and exchanges messages with it; here they are on standard input and output.

"use strict";

const fs = require("fs");
const path = require("path");

const folder = process.argv[2];
const read = (name) => fs.readFileSync(path.join(folder, path.basename(name)));
const print = (text) => fs.writeSync(2, `${text}\n`);

// Without the text of the script, which is a line.
process.on("uncaughtException", (e) => {
  print(`${e.name}: ${e.message}`);
  process.exit(1);
});

// The files beside it, as a worker requests them.
class XMLHttpRequest {
  open(_, name) {
    this.name = name;
  }

  send() {
    this.response = new Uint8Array(read(this.name)).buffer;
  }
}

const self = { location: { href: "https://localhost/" } };
// What a worker has and Node lacks; the engine refuses to run where there is a `process`.
const world = {
  self,
  process: undefined,
  WorkerGlobalScope: true,
  XMLHttpRequest,
  console: { log: print, warn: () => {}, error: print },
};
const source = read("engine_bundle.js").toString();
new Function(...Object.keys(world), source)(...Object.values(world));

const port = {
  postMessage(bytes) {
    for (let at = 0; at < bytes.length; ) {
      at += fs.writeSync(1, bytes, at);
    }
  },
};
self.onmessage({ data: port });
process.stdin.on("data", (bytes) => port.onmessage({ data: bytes }));
