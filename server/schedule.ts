// Table 3: what happens by the clock. The only user of node-cron.

import { schedule as cron } from 'node-cron'
import type { Appliance } from './appliance.ts'
import { approvalEffects } from './approval-effects.ts'
import { expireApprovals } from './approvals/expire-approvals.ts'
import { pruneAuditOnce } from './audit/prune-audit-once.ts'
import { publishHead } from './audit/publish-head.ts'
import { sweepEvidence } from './evidence/sweep-evidence.ts'
import { pruneIdempotency } from './http/idempotency.ts'
import { pruneJobs } from './jobs/prune-jobs.ts'
import { pruneOutbound } from './outbound/prune-outbound.ts'
import { pruneStaff } from './staff/prune-staff.ts'
import { recountByNight } from './usage/recount-usage.ts'
import { cancelBacklogs } from './webhooks/cancel-backlog.ts'
import { pruneDeliveries } from './webhooks/prune-deliveries.ts'
import { watchFailing } from './webhooks/watch-failing.ts'

interface Duty {
  readonly name: string
  /** minute hour day month weekday, UTC */
  readonly when: string
  /** How much was done; 0 is not worth a line in the log. */
  run(appliance: Appliance): Promise<number>
}

/** A submission takes minutes at the longest; a picture this old without a row has none coming. */
const orphanAgeMs = 60 * 60 * 1000

const duties: readonly Duty[] = [
  { name: 'prune_audit_once', when: '7 * * * *', run: pruneAuditOnce },
  {
    name: 'publish_audit_head',
    when: '0 * * * *',
    async run(appliance) {
      await publishHead(appliance)
      return 0
    },
  },
  {
    name: 'record_refusals',
    when: '*/15 * * * *',
    run: ({ refusals }) => refusals.flush(),
  },
  { name: 'prune_jobs', when: '17 * * * *', run: pruneJobs },
  {
    name: 'prune_idempotency',
    when: '27 * * * *',
    run: (appliance) => pruneIdempotency(appliance.db, appliance.clock),
  },
  { name: 'prune_outbound', when: '57 * * * *', run: pruneOutbound },
  { name: 'prune_deliveries', when: '47 * * * *', run: pruneDeliveries },
  { name: 'cancel_backlogs', when: '*/5 * * * *', run: cancelBacklogs },
  {
    name: 'expire_approvals',
    when: '*/5 * * * *',
    run: (appliance) => expireApprovals({ ...appliance, effects: approvalEffects(appliance) }),
  },
  { name: 'prune_staff', when: '57 * * * *', run: pruneStaff },
  { name: 'watch_failing_webhooks', when: '*/5 * * * *', run: watchFailing },
  {
    name: 'sweep_evidence',
    when: '37 2 * * *',
    run: (appliance) => sweepEvidence(appliance, appliance.clock.now() - orphanAgeMs),
  },
  { name: 'recount_usage', when: '22 0 * * *', run: recountByNight },
  {
    name: 'optimize_database',
    when: '7 */6 * * *',
    run: async (appliance) => {
      appliance.db.optimize()
      return 0
    },
  },
]

/** Starts the duties; what it returns stops them. */
export function startSchedule(appliance: Appliance): () => Promise<void> {
  appliance.duties.plan(duties)
  const tasks = duties.map((duty) =>
    cron(duty.when, () => perform(appliance, duty), { timezone: 'UTC', noOverlap: true }),
  )
  return async () => {
    for (const task of tasks) await task.destroy()
  }
}

async function perform(appliance: Appliance, duty: Duty): Promise<void> {
  try {
    const count = await appliance.duties.follow(duty.name, () => duty.run(appliance))
    if (count > 0) appliance.log.info(duty.name, { count })
  } catch (error) {
    appliance.log.error(`${duty.name}_failed`, {}, error)
  }
}
