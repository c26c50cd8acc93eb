// The product's job engine with its real database: synced commits, at most 64 jobs at once as the settings allow.

import { join } from 'node:path'
import { migrate, readExpectedSchema } from '../../../server/db/migrate.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { openDb } from '../../../server/db/sqlite/open-db.ts'
import { inTransaction } from '../../../server/db/transaction.ts'
import { enqueueJob } from '../../../server/jobs/enqueue-job.ts'
import type { JobHandler } from '../../../server/jobs/job-handler.ts'
import { JobRunner } from '../../../server/jobs/job-runner.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { OwnNode } from '../../../server/nodes/own-node.ts'
import { type Contestant, type ContestPlace, inBatches } from './contestant.ts'

const concurrency = 64

export async function openOurJobs({ folder }: ContestPlace): Promise<Contestant> {
  const db = openDb(join(folder, 'svc.db'))
  const schema = { migrations, expectedSchema: readExpectedSchema(), backupFolder: folder }
  await migrate(db, schema, systemClock.now())
  const clock = systemClock
  let runner: JobRunner | undefined
  let node: OwnNode | undefined
  return {
    enqueue: (count) =>
      inBatches(count, (first, size) =>
        inTransaction(db, async (trx) => {
          for (let number = first; number < first + size; number += 1) {
            const subjectId = `ver_${number}`
            await enqueueJob({ clock }, trx, { kind: 'verification.run', subjectId, payload: {} })
          }
        }),
      ),
    async work(onRun) {
      const handler: JobHandler = {
        timeoutMs: 10_000,
        async run() {
          onRun()
          return { kind: 'done', reason: 'done' }
        },
        abandon: async () => {},
      }
      const handlers = {
        'verification.run': handler,
        'verification.run_sandbox': handler,
        'verification.check_late': handler,
      }
      const keyHolder = { heldMasterKeyId: () => 'bench', refresh: async () => {} }
      node = new OwnNode({ db, clock, log: silentLog, version: 'bench', keyHolder })
      await node.join({ isAlone: true })
      const needs = { db, clock, log: silentLog, handlers, node, concurrency }
      runner = new JobRunner(needs)
      await runner.start()
    },
    async close() {
      await runner?.stop(0)
      await node?.leave()
      await db.close()
    },
  }
}
