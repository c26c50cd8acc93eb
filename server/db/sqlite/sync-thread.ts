// The program of the thread that syncs the write-ahead log to disk. `log-sync.ts` asks it to.

import { fdatasyncSync } from 'node:fs'
import type { SyncRequest } from './log-sync.ts'
import { answerInThread } from './thread-messages.ts'

/** Returns the milliseconds that it took. */
answerInThread(({ descriptor }: SyncRequest): number => {
  const from = performance.now()
  if (descriptor !== undefined) fdatasyncSync(descriptor)
  return performance.now() - from
})
