// The program of the thread that copies the write-ahead log into the database. `checkpointer.ts` asks it to.

import { workerData } from 'node:worker_threads'
import type { CheckpointRequest } from './checkpointer.ts'
import { openConnection } from './connection.ts'
import type { WalState } from './copy-log.ts'
import { answerInThread } from './thread-messages.ts'

/** Milliseconds between two tries while a reader keeps pages of the log from being copied. */
const retryAfterMs = 10
/** How long a reader in another process may hold up the stop. */
const emptyTimeoutMs = 1_000

const connection = openConnection(String(workerData))
const passive = connection.prepare<[], WalRow>('pragma wal_checkpoint(PASSIVE)')

/** Never notified: waiting for it sleeps. */
const pause = new Int32Array(new SharedArrayBuffer(4))

interface WalRow {
  readonly log: number
  readonly checkpointed: number
}

answerInThread(({ kind, waitMs }: CheckpointRequest): WalState => {
  if (kind === 'start') return { pages: 0, uncopied: 0 }
  if (kind === 'empty') {
    connection.pragma(`busy_timeout = ${emptyTimeoutMs}`)
    connection.pragma('wal_checkpoint(TRUNCATE)')
    connection.close()
    return { pages: 0, uncopied: 0 }
  }
  const giveUpAt = performance.now() + waitMs
  let state = copy()
  while (state.uncopied > 0 && performance.now() < giveUpAt) {
    Atomics.wait(pause, 0, 0, retryAfterMs)
    state = copy()
  }
  return state
})

/** SQLite reports -1 pages while another process copies. */
function copy(): WalState {
  const { log, checkpointed } = passive.get() ?? { log: -1, checkpointed: -1 }
  return { pages: log, uncopied: log < 0 ? 1 : log - checkpointed }
}
