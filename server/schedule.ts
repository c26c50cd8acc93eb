// The scheduled tasks. The only user of node-cron.

import { schedule as cron } from 'node-cron'
import { pruneIdempotency } from './api/idempotency/idempotency.ts'
import type { Appliance } from './appliance.ts'
import { approvalEffects } from './approval-effects.ts'
import { expireApprovals } from './approvals/expire-approvals.ts'
import { fromSystem } from './audit/audit.ts'
import { pruneAuditOnce } from './audit/prune-audit-once.ts'
import { publishHead } from './audit/publish-head.ts'
import { backUpWhenDue } from './backup/back-up-when-due.ts'
import { keepErasures } from './backup/keep-erasures.ts'
import { cancelBacklogs } from './deliveries/cancel-backlog.ts'
import { pruneDeliveries } from './deliveries/prune-deliveries.ts'
import { pruneOutbound } from './egress/prune-outbound.ts'
import { finishErasures } from './erasure/finish-erasures.ts'
import { runRetention } from './erasure/run-retention.ts'
import { pruneJobs } from './jobs/prune-jobs.ts'
import { checkDatabase } from './operations/check-database.ts'
import { sweepOrphans } from './sweep-orphans.ts'
import { recountByNight } from './usage/recount-usage.ts'
import { pruneSignIns } from './users/prune-sign-ins.ts'
import { watchFailing } from './webhooks/watch-failing.ts'

interface ScheduledTask {
  readonly name: string
  /** Cron expression in UTC: minute hour day month weekday. */
  readonly when: string
  /** Returns how many items were processed; 0 is not logged. */
  run(appliance: Appliance, stopping: AbortSignal): Promise<number>
}

/** An image file this old without a row is left over from a crash: a submission takes minutes at most. */
const orphanAgeMs = 60 * 60 * 1000

const scheduledTasks: readonly ScheduledTask[] = [
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
  { name: 'prune_sign_ins', when: '57 * * * *', run: pruneSignIns },
  { name: 'watch_failing_webhooks', when: '*/5 * * * *', run: watchFailing },
  {
    name: 'sweep_images',
    when: '37 2 * * *',
    run: (appliance) => sweepOrphans(appliance, appliance.clock.now() - orphanAgeMs),
  },
  {
    name: 'run_retention',
    when: '12 3 * * *',
    async run(appliance) {
      const order = { by: fromSystem, isDryRun: false }
      const { erased, imagesErased } = await runRetention(appliance, order)
      return erased + imagesErased
    },
  },
  { name: 'finish_erasures', when: '*/5 * * * *', run: finishErasures },
  { name: 'back_up', when: '* * * * *', run: backUpWhenDue },
  { name: 'keep_erasures', when: '* * * * *', run: keepErasures },
  { name: 'check_database', when: '52 3 * * *', run: checkDatabase },
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

/** Lists the tasks with their times, as the System page shows them. Until `startSchedule`, none of them runs. */
export function planSchedule(appliance: Appliance): void {
  appliance.scheduledTasks.plan(scheduledTasks)
}

/** Runs the tasks at their times by the clock of the machine; returns a function that stops them. */
export function startSchedule(appliance: Appliance): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const start = (task: ScheduledTask) => {
    const run = perform(appliance, task, stopping.signal).finally(() => running.delete(run))
    running.add(run)
    return run
  }
  const cronTasks = scheduledTasks.map((task) =>
    cron(task.when, () => start(task), { timezone: 'UTC', noOverlap: true }),
  )
  return async () => {
    stopping.abort()
    for (const cronTask of cronTasks) await cronTask.destroy()
    await Promise.all(running)
  }
}

async function perform(
  appliance: Appliance,
  task: ScheduledTask,
  stopping: AbortSignal,
): Promise<void> {
  try {
    const count = await appliance.scheduledTasks.follow(task.name, () =>
      task.run(appliance, stopping),
    )
    if (count > 0) appliance.log.info(task.name, { count })
  } catch (error) {
    appliance.log.error(`${task.name}_failed`, {}, error)
  }
}
