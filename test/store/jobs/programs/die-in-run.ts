// A server that is killed when it runs a certain job: die-in-run.ts <file> <subject> <name of the node>. Prints the
// subject of each run that begins.

import { writeSync } from 'node:fs'
import { openDb } from '../../../../server/db/sqlite/open-db.ts'
import { JobRunner } from '../../../../server/jobs/job-runner.ts'
import { silentLog } from '../../../../server/kernel/log.ts'
import { aloneNode, handlersFor } from '../../../support/jobs.ts'
import { ManualClock } from '../../../support/manual-clock.ts'

const [file = '', crashing, nodeId = ''] = process.argv.slice(2)
const handlers = handlersFor(async ({ subjectId }) => {
  writeSync(1, `${subjectId}\n`)
  if (subjectId === crashing) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
  if (subjectId === crashing) await new Promise(() => {})
  return { kind: 'done', reason: 'approved' }
})
const runner = new JobRunner({
  db: openDb(file),
  clock: new ManualClock(),
  log: silentLog,
  handlers,
  node: aloneNode(nodeId),
  concurrency: 2,
})
await runner.start()
await runner.idle()
