# source: spec: Guide, section 3; py-videocore: bit 4 acquires
# run: -> sem_acquire = 5 0, sem_release = 9 15
sem_acquire 5
sem_release 9
sem_acquire 0
sem_release 15
