// The program of the thread that syncs the write-ahead log to disk. `log-sync.ts` asks it to.

import { fdatasyncSync } from 'node:fs'
import type { SyncRequest } from './log-sync.ts'
import { answerInThread } from './thread-messages.ts'

answerInThread(({ descriptor }: SyncRequest): void => {
  if (descriptor !== undefined) fdatasyncSync(descriptor)
})
