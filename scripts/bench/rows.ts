// The rows of `npm run bench`, in the order of the table, and the longer measurements that only their names start.

import type { Row } from './row.ts'
import { backupRow, largeBackupRow } from './rows/backup.ts'
import { consoleRow } from './rows/console-visit.ts'
import { eventLoopRow } from './rows/event-loop.ts'
import { exportRow } from './rows/export.ts'
import { intakeRow } from './rows/intake.ts'
import { jobsRow } from './rows/jobs.ts'
import { mrzRow } from './rows/mrz.ts'
import { healthRow, listRow, readRow } from './rows/reads.ts'
import { restartRow } from './rows/restart.ts'
import { largeScaleRow, scaleRow } from './rows/scale.ts'
import { startRow } from './rows/start.ts'
import { submitRow, submitSyncedRow, submitTailRow } from './rows/submit.ts'
import { webhooksRow } from './rows/webhooks.ts'

export const rows: readonly Row[] = [
  submitRow,
  submitSyncedRow,
  submitTailRow,
  readRow,
  listRow,
  healthRow,
  intakeRow,
  jobsRow,
  webhooksRow,
  restartRow,
  eventLoopRow,
  startRow,
  consoleRow,
  scaleRow,
  largeScaleRow,
  exportRow,
  backupRow,
  largeBackupRow,
  mrzRow,
]

/** A script with a report of its own, which gets the rest of the command line. */
interface Extra {
  readonly name: string
  readonly about: string
  readonly script: string
}

export const extras: readonly Extra[] = [
  {
    name: 'image-quality',
    about: 'unreadable images that the preflight finds, readable ones that it flags',
    script: 'image-quality.ts',
  },
  {
    name: 'upload-memory',
    about: 'memory while twenty clients send two images of 10 MB each',
    script: 'upload-memory.ts',
  },
  {
    name: 'memory-ceiling',
    about: 'the same below a ceiling of memory as the unit sets one: used, killed, refused, lost',
    script: 'memory-ceiling.ts',
  },
  {
    name: 'open-breaker',
    about: 'what a requested score adds while the scoring engine is down',
    script: 'scoring-open-breaker.ts',
  },
  {
    name: 'usage-model',
    about: '10 000 mixed operations with kills: usage against outcomes',
    script: 'usage-model.ts',
  },
  {
    name: 'kill-loop',
    about: '50 rounds of kill -9 under submissions: none lost, each live one paid once',
    script: '../disasters/kill-loop.ts',
  },
  {
    name: 'nodes',
    about: 'durable submits with 1, 2 and 4 nodes on one PostgreSQL, and on SQLite: rate and CPU',
    script: 'nodes.ts',
  },
  {
    name: 'webhook-kill-loop',
    about: '200 rounds of kill -9 while webhooks are sent',
    script: 'webhooks/kill-loop.ts',
  },
  {
    name: 'webhook-isolation',
    about: 'nine receivers beside one that never answers',
    script: 'webhooks/isolation.ts',
  },
]
