// Checks of the work that waits: jobs, webhook deliveries, scheduled tasks, the recount of usage.

import { crashesServer } from '../../jobs/job-change.ts'
import { countFailedJobs } from '../../jobs/job-list-view.ts'
import { type ApplianceStatus, overdueAfterMs } from '../../operations/status/status-policy.ts'
import type { ScheduledTaskState } from '../../operations/task-log.ts'
import { anywhere, withTables } from '../doctor-scene.ts'
import { type DoctorOutcome, failed, notSetUp, skipped, warning, well } from '../outcome.ts'

export const queueChecks = {
  jobs: withTables(async ({ status }) => judgeJobs(await status())),
  failed_jobs: withTables(async ({ db }) =>
    judgeFailedJobs({
      failed: await countFailedJobs(db.reader),
      crashing: await countFailedJobs(db.reader, crashesServer),
    }),
  ),
  webhooks: withTables(async ({ status }) => judgeWebhooks(await status())),
  schedule: anywhere(({ live }) => judgeSchedule(live?.scheduledTasks)),
  usage: withTables(async ({ status }) => judgeUsage(await status())),
}

export function judgeJobs({ jobs }: Pick<ApplianceStatus, 'jobs'>): DoctorOutcome {
  const { due, oldestDueAgeMs, waiting } = jobs
  if (oldestDueAgeMs > overdueAfterMs) {
    return failed('overdue', { values: { count: due, age_ms: oldestDueAgeMs } })
  }
  return well({ values: { waiting } })
}

/** @param counts `crashing`: those of the failed jobs that were set aside because their servers crashed */
export function judgeFailedJobs({
  failed: count,
  crashing,
}: Readonly<Record<'failed' | 'crashing', number>>): DoctorOutcome {
  if (crashing > 0) return warning('crashing', { values: { count: crashing } })
  return count > 0 ? warning('failed', { values: { count } }) : well()
}

export function judgeWebhooks({ webhooks }: Pick<ApplianceStatus, 'webhooks'>): DoctorOutcome {
  if (webhooks.length === 0) return notSetUp()
  const failing = webhooks.filter(({ failingSince }) => failingSince !== undefined)
  const late = webhooks.filter(({ oldestDueAgeMs }) => oldestDueAgeMs > overdueAfterMs)
  const about = (list: typeof webhooks) => ({
    values: { count: list.length },
    items: list.map(({ id }) => id),
  })
  if (failing.length === webhooks.length) return failed('all_failing', about(failing))
  if (failing.length > 0) return warning('failing', about(failing))
  return late.length > 0 ? warning('late', about(late)) : well(about(webhooks))
}

/** @param tasks undefined outside a server. A run that failed has ended without a count. */
export function judgeSchedule(tasks: readonly ScheduledTaskState[] | undefined): DoctorOutcome {
  if (tasks === undefined) return skipped('server_only')
  const items = tasks
    .filter(({ lastRun }) => lastRun?.endedAt !== undefined && lastRun.count === undefined)
    .map(({ name }) => name)
  return items.length === 0 ? well() : warning('failed', { values: { count: items.length }, items })
}

export function judgeUsage({ usage }: Pick<ApplianceStatus, 'usage'>): DoctorOutcome {
  const { differences, overdue } = usage
  if (differences > 0) return warning('differs', { values: { count: differences } })
  if (overdue === undefined) return well()
  return warning('recount_overdue', { values: { days: overdue.days } })
}
