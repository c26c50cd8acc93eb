// Preloaded into the server under test (`--import`), in each of its threads: makes each sync of the write-ahead log
// slow, so that many moments lie between a commit and its sync, and notes after it which frames it has covered. Linux
// only (/proc). No other process may open the folder meanwhile: reading the index drops the locks that SQLite holds on
// it.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { noteSynced, readFrozenWal, walName } from './wal-state.ts'

const slowerByMs = 15
const sync = fs.fdatasyncSync
/** Never notified: waiting for it sleeps. */
const pause = new Int32Array(new SharedArrayBuffer(4))

fs.fdatasyncSync = (descriptor) => {
  const file = fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  const wal = file.endsWith(walName) ? readFrozenWal(dirname(file)) : undefined
  if (wal !== undefined) Atomics.wait(pause, 0, 0, slowerByMs)
  sync(descriptor)
  if (wal !== undefined) noteSynced(dirname(file), wal)
}
syncBuiltinESMExports()
