// The scheduled tasks. The only user of node-cron.

import { parse as parseCron } from 'node-cron'
import { pruneIdempotency } from './api/idempotency/idempotency.ts'
import { pruneRateWindows } from './api/rate-limits/shared-counts.ts'
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
import type { Cancel } from './kernel/clock.ts'
import { dayMs, minuteMs } from './kernel/durations.ts'
import { mendDueTimes } from './mend-due-times.ts'
import { pruneScheduledRuns, runOnce, takeOverRuns } from './nodes/run-once.ts'
import { checkDatabase } from './operations/status/check-database.ts'
import { dueTime, lastMinuteAfter, minuteOf } from './schedule-times.ts'
import { sweepByAge } from './sweep-orphans.ts'
import { recountByNight } from './usage/recount-usage.ts'
import { pruneSignIns } from './users/prune-sign-ins.ts'
import { keepNameIndex } from './verifications/names/index-names.ts'
import { watchFailing } from './webhooks/watch-failing.ts'

export interface ScheduledTask {
  readonly name: string
  /** Cron expression in UTC: minute hour day month weekday. */
  readonly when: string
  /** `each`: on every node, for what a node keeps in its memory. Default: once over all nodes. */
  readonly nodes?: 'each'
  /** Returns how many items were processed; 0 is not logged. */
  run(appliance: Appliance, stopping: AbortSignal): Promise<number>
}

/** The daily erasure leaves what is due by less than this, because the clock may be a day ahead. */
const clockAheadMsMax = dayMs

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
    nodes: 'each',
    run: ({ refusals }) => refusals.flush(),
  },
  { name: 'prune_jobs', when: '17 * * * *', run: pruneJobs },
  { name: 'prune_scheduled_runs', when: '37 * * * *', run: pruneScheduledRuns },
  { name: 'prune_idempotency', when: '27 * * * *', run: pruneIdempotency },
  { name: 'prune_rate_windows', when: '7 * * * *', run: pruneRateWindows },
  { name: 'prune_outbound', when: '57 * * * *', run: pruneOutbound },
  { name: 'prune_deliveries', when: '47 * * * *', run: pruneDeliveries },
  { name: 'mend_due_times', when: '* * * * *', run: mendDueTimes },
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
    run: sweepByAge,
  },
  {
    name: 'run_retention',
    when: '12 3 * * *',
    async run(appliance) {
      const order = { by: fromSystem, isDryRun: false, marginMs: clockAheadMsMax }
      const { erased, imagesErased } = await runRetention(appliance, order)
      return erased + imagesErased
    },
  },
  { name: 'index_names', when: '* * * * *', run: keepNameIndex },
  { name: 'finish_erasures', when: '*/5 * * * *', run: finishErasures },
  { name: 'back_up', when: '* * * * *', run: backUpWhenDue },
  { name: 'keep_erasures', when: '* * * * *', run: keepErasures },
  {
    name: 'check_master_key',
    when: '* * * * *',
    async run({ keySource }) {
      await keySource.check()
      return 0
    },
  },
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

/**
 * Runs the tasks at their times; returns a function that stops them. A task that still runs at its next time leaves
 * that time out. The clock may jump: see `dueTime` and `lastMinuteAfter`.
 */
export function startSchedule(
  appliance: Appliance,
  tasks: readonly ScheduledTask[] = scheduledTasks,
): () => Promise<void> {
  const { clock } = appliance
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const follow = (work: Promise<void>) => {
    const run = work.finally(() => running.delete(run))
    running.add(run)
    return run
  }
  const timed = tasks.map((task) => ({ task, times: parseCron(task.when), isRunning: false }))
  let lastMinute = minuteOf(clock.now())
  let cancelTimer: Cancel = () => {}

  const look = () => {
    const nowMinute = minuteOf(clock.now())
    lastMinute = lastMinuteAfter(lastMinute, nowMinute)
    for (const one of timed) {
      const firedAt = one.isRunning ? undefined : dueTime(one.times, { lastMinute, nowMinute })
      if (firedAt === undefined) continue
      one.isRunning = true
      follow(fire(appliance, one.task, firedAt, stopping.signal)).finally(() => {
        one.isRunning = false
      })
    }
    lastMinute = Math.max(lastMinute, nowMinute)
    wait()
  }
  const wait = () => {
    const nowMs = clock.now()
    cancelTimer = clock.after(minuteOf(nowMs) + minuteMs - nowMs, look)
  }

  wait()
  appliance.node.onLook(() => {
    if (!stopping.signal.aborted) follow(takeOver(appliance, stopping.signal, follow))
  })
  return async () => {
    stopping.abort()
    cancelTimer()
    while (running.size > 0) await Promise.all(running)
  }
}

/** Runs a task at a time of the schedule, if no other node does. @param firedAt by the clock of this node */
export async function fire(
  appliance: Appliance,
  task: ScheduledTask,
  firedAt: number,
  stopping: AbortSignal,
): Promise<void> {
  const perform = () => performTask(appliance, task, stopping)
  const run = { task: task.name, fireAt: minuteOf(firedAt) }
  await report(appliance, task.name, () =>
    task.nodes === 'each' ? perform() : runOnce(appliance, run, perform),
  )
}

/** Runs the tasks again that a dead node has begun and not ended. */
async function takeOver(
  appliance: Appliance,
  stopping: AbortSignal,
  follow: (work: Promise<void>) => unknown,
): Promise<void> {
  const { log } = appliance
  try {
    const taken = await takeOverRuns(appliance, (name) => {
      const task = scheduledTasks.find((one) => one.name === name)
      return task && (() => performTask(appliance, task, stopping))
    })
    if (taken.length > 0) log.warn('scheduled_runs_taken_over', { count: taken.length })
    for (const { task, run } of taken) follow(report(appliance, task, run))
  } catch (error) {
    log.error('scheduled_runs_unknown', {}, error)
  }
}

async function report(
  { log }: Appliance,
  name: string,
  run: () => Promise<number | undefined>,
): Promise<void> {
  try {
    const count = await run()
    if (count !== undefined && count > 0) log.info(name, { count })
  } catch (error) {
    log.error(`${name}_failed`, {}, error)
  }
}

function performTask(
  appliance: Appliance,
  task: ScheduledTask,
  stopping: AbortSignal,
): Promise<number> {
  return appliance.scheduledTasks.follow(task.name, () => task.run(appliance, stopping))
}
