// Decides when a backup is due, which backups are kept, and whether the backups are well. Pure.

import type { BackupReason } from './backup-error.ts'
import type { LastRuns } from './last-runs.ts'

export interface KeepRules {
  /** Number of newest backups that are kept. */
  readonly keepLast: number
  /** Number of days (UTC) whose last backup is kept. */
  readonly keepDaily: number
  /** Number of weeks (UTC, from Monday) whose last backup is kept. */
  readonly keepWeekly: number
}

interface DatedBackup {
  readonly name: string
  readonly startedAt: number
}

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs
/** The schedule looks once a minute, so a backup may be due a little before its minute. */
const slackMs = 30 * 1000
const retryMaxMs = 15 * minuteMs

/** @param everyMs 0 means never */
export function isBackupDue(runs: LastRuns, everyMs: number, nowMs: number): boolean {
  if (everyMs === 0) return false
  const { lastSuccessAt, lastFailure, failures } = runs
  // An interval that begins in the future follows from a clock that was set back.
  const isFresh = lastSuccessAt !== undefined && Math.abs(nowMs - lastSuccessAt) < everyMs - slackMs
  if (isFresh) return false
  if (lastFailure === undefined) return true
  const waitMs = Math.min(minuteMs * 2 ** Math.min(failures - 1, 10), retryMaxMs, everyMs)
  return Math.abs(nowMs - lastFailure.at) >= waitMs - slackMs
}

/** Returns the names of the backups that no rule keeps. The newest backup is always kept. */
export function backupsToRemove(
  backups: readonly DatedBackup[],
  rules: KeepRules,
): readonly string[] {
  const newestFirst = backups.toSorted((one, other) => other.startedAt - one.startedAt)
  const kept = new Set(newestFirst.slice(0, Math.max(1, rules.keepLast)).map(({ name }) => name))
  const keepEach = (countMax: number, spanOf: (startedAt: number) => number) => {
    const spans = new Set<number>()
    for (const { name, startedAt } of newestFirst) {
      const span = spanOf(startedAt)
      if (spans.has(span)) continue
      if (spans.size >= countMax) return
      spans.add(span)
      kept.add(name)
    }
  }
  keepEach(rules.keepDaily, (startedAt) => Math.floor(startedAt / dayMs))
  // 1 January 1970 was a Thursday.
  keepEach(rules.keepWeekly, (startedAt) => Math.floor((startedAt / dayMs + 3) / 7))
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** `waiting`: set up, and the first one is not due for long. */
type BackupState = 'not_set_up' | 'waiting' | 'well' | 'failing' | 'overdue'

export interface BackupStatus {
  readonly state: BackupState
  readonly lastSuccessAt: number | undefined
  readonly lastFailure: { readonly at: number; readonly reason: BackupReason } | undefined
  readonly failures: number
}

/** The states as the console's health lights have them. */
export const backupHealth = {
  not_set_up: 'not_set_up',
  waiting: 'waiting',
  well: 'well',
  failing: 'attention',
  overdue: 'down',
} as const satisfies Readonly<Record<BackupState, string>>

const notSetUp = { state: 'not_set_up', failures: 0 } as const

/**
 * Overdue after two intervals without a backup.
 * @param everyMs undefined if backups are not set up, 0 if only commands make them
 * @param since when backups could first have been made
 */
export function judgeBackups(
  runs: LastRuns,
  {
    everyMs,
    since,
    nowMs,
  }: { readonly everyMs: number | undefined; readonly since: number; readonly nowMs: number },
): BackupStatus {
  if (everyMs === undefined) {
    return { ...notSetUp, lastSuccessAt: runs.lastSuccessAt, lastFailure: undefined }
  }
  const { lastSuccessAt, lastFailure, failures } = runs
  const lateAfterMs = 2 * everyMs + 5 * minuteMs
  const isLate = everyMs > 0 && nowMs - (lastSuccessAt ?? since) > lateAfterMs
  const calm = lastSuccessAt === undefined ? 'waiting' : 'well'
  const state = failures > 0 ? (isLate ? 'overdue' : 'failing') : isLate ? 'overdue' : calm
  return { state, lastSuccessAt, lastFailure, failures }
}
