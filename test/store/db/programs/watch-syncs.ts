// Preloaded (`--import`) in each thread of write-synced.ts: makes syncs slow, prints each, and lets one fail.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const sync = fs.fdatasyncSync
const { SLOW_MS = '0', FAIL_AT = '0' } = process.env
/** Never notified: waiting for it sleeps. */
const pause = new Int32Array(new SharedArrayBuffer(4))
let count = 0

fs.fdatasyncSync = (descriptor) => {
  count += 1
  Atomics.wait(pause, 0, 0, Number(SLOW_MS))
  if (count === Number(FAIL_AT)) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
  sync(descriptor)
  fs.writeSync(1, `${isMainThread ? 'main' : 'thread'} sync\n`)
}
syncBuiltinESMExports()
