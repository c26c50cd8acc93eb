// The program of a thread that syncs a file again and again while another thread writes it, so that never much of it
// waits to be written: the commits of the server would have to wait for all of that at once.

import { closeSync, existsSync, fdatasyncSync, openSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const everyMs = 100

/** Never notified: waiting for it sleeps. */
const pause = new Int32Array(new SharedArrayBuffer(4))
const file = String(workerData)

// Ended from outside, once the file is whole.
for (;;) {
  Atomics.wait(pause, 0, 0, everyMs)
  if (!existsSync(file)) continue
  const descriptor = openSync(file, 'r')
  try {
    fdatasyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
