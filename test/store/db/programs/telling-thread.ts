// A thread that makes a file once it has answered, so that others see it without hearing the answer.

import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

parentPort?.on('message', ({ id, request }) => {
  parentPort?.postMessage({ id, answer: request })
  writeFileSync(String(workerData), '')
})
