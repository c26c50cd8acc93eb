// The JSON of the overview: numbers, webhook ids and codes, no personal data.

import { type BackupStatus, backupHealth } from '../../backup/backup-policy.ts'
import { isoOrNull, toIso, toIsoDate } from '../../kernel/clock.ts'
import type { Dialect } from '../../kernel/dialect.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { ApplianceStatus } from '../../operations/status/status-policy.ts'
import { bands } from '../../scoring/bands.ts'
import type { Comparison, FigurePeriod } from '../../verifications/figures/figure-period.ts'
import type { Attention } from './attention.ts'
import { jobsHealth, type ServiceHealth, usageHealth, webhooksHealth } from './health.ts'
import type { Figure, Overview, Rate, Times } from './overview.ts'

interface OverviewAnswer {
  readonly environment: Environment
  readonly nowMs: number
  readonly hasVerifications: boolean
  readonly period: ShownPeriod
  readonly comparison: Comparison
  readonly overview: Overview
  readonly status: ApplianceStatus
  readonly backups: BackupStatus
  readonly dialect: Dialect
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly failedJobs: number
  readonly attention: readonly Attention[]
}

export function overviewJson(answer: OverviewAnswer) {
  const { overview } = answer
  const { figures } = overview
  return {
    environment: answer.environment,
    at: toIso(answer.nowMs),
    /** Whether any verification was ever submitted. */
    has_verifications: answer.hasVerifications,
    period: periodJson(answer.period),
    comparison: comparisonJson(answer.comparison),
    /**
     * Dates (UTC) of the charts: those of the period; today and the seven days before it, where only today is chosen.
     */
    days: overview.days.map(toIsoDate),
    figures: {
      submitted: figureJson(figures.submitted),
      approved: figureJson(figures.approved),
      declined: figureJson(figures.declined),
      error: figureJson(figures.error),
    },
    pending: {
      /** Whenever they were submitted. */
      now: overview.pending.now,
      /** By the day of the submission, one for each of `days`. */
      by_day: overview.pending.byDay,
    },
    /** Since the first of `days`. The rate leaves out errors and is null when there is no result. */
    approval_rates: overview.rates.map(rateJson),
    /** From submission to approval or decline, since the first of `days`. */
    time_to_result: {
      ...timesJson(overview.times.all),
      by_day: overview.times.byDay.map(timesJson),
    },
    bands: bands.map((band) => ({ band, verifications: overview.bands[band] })),
    oldest_pending_at: isoOrNull(overview.oldestPendingAt),
    health: healthJson(answer),
    needs_attention: answer.attention.map(attentionJson),
  }
}

export type OverviewJson = ReturnType<typeof overviewJson>

export function serviceHealthJson(health: ServiceHealth) {
  return {
    state: health.state,
    /** Why the service refuses our calls; null unless it does. */
    refused_because: health.refusedBecause ?? null,
    down_since: isoOrNull(health.downSince),
    probe_at: isoOrNull(health.probeAt),
    failures_in_row: health.failuresInRow,
  }
}

export type ServiceHealthJson = ReturnType<typeof serviceHealthJson>

function healthJson(answer: OverviewAnswer) {
  const { status, failedJobs, backups, dialect } = answer
  const { jobs, webhooks, usage } = status
  return {
    provider: serviceHealthJson(answer.provider),
    scoring: serviceHealthJson(answer.scoring),
    webhooks: {
      state: webhooksHealth(status),
      active: webhooks.length,
      failing: webhooks.filter(({ failingSince }) => failingSince !== undefined).length,
      due: webhooks.reduce((sum, { due }) => sum + due, 0),
    },
    jobs: {
      state: jobsHealth(status, failedJobs),
      waiting: jobs.waiting,
      running: jobs.running,
      due: jobs.due,
      oldest_due_age_ms: jobs.oldestDueAgeMs,
      /** In the last seven days. */
      failed: failedJobs,
    },
    /** null on PostgreSQL, which is backed up by its own means. */
    backups:
      dialect === 'postgres'
        ? null
        : {
            state: backupHealth[backups.state],
            last_success_at: isoOrNull(backups.lastSuccessAt),
          },
    usage: {
      state: usageHealth(status),
      recounted_to: isoOrNull(usage.countedTo),
      differences: usage.differences,
    },
  }
}

export interface ShownPeriod extends FigurePeriod {
  readonly isUnfinished: boolean
}

export function periodJson({ name, from, to, isUnfinished }: ShownPeriod) {
  return {
    name,
    /** First and last day (UTC), both inclusive. */
    from: toIsoDate(from),
    to: toIsoDate(to - 1),
    /** Whether the last day is today. */
    is_unfinished: isUnfinished,
  }
}

export type PeriodJson = ReturnType<typeof periodJson>

/** Half-open spans of whole hours, equally long; null where `not_compared` says why. */
export function comparisonJson(comparison: Comparison) {
  if (comparison.kind !== 'compared') {
    return { hours: null, before: null, not_compared: comparison.kind }
  }
  const { hours, before } = comparison
  return { hours: spanJson(hours), before: spanJson(before), not_compared: null }
}

export type ComparisonJson = ReturnType<typeof comparisonJson>

function spanJson({ from, to }: { readonly from: number; readonly to: number }) {
  return { from: toIso(from), to: toIso(to) }
}

export function figureJson({ total, compared, before, byDay }: Figure) {
  return {
    /** Of the period, until now. */
    total,
    /** In the hours that are compared, and in the same hours before; null where nothing is compared. */
    compared: compared ?? null,
    before: before ?? null,
    /** One number for each of `days`. */
    by_day: byDay,
  }
}

export type FigureJson = ReturnType<typeof figureJson>

export function rateJson({ country, idType, approved, declined, error }: Rate) {
  const counted = approved + declined
  const rate = counted === 0 ? null : Math.round((approved / counted) * 10_000) / 10_000
  return { country, id_type: idType, approved, declined, error, rate }
}

export function timesJson({ medianMs, p95Ms }: Times) {
  return { median_ms: medianMs ?? null, p95_ms: p95Ms ?? null }
}

function attentionJson({ kind, count, since, environment, target }: Attention) {
  return {
    kind,
    count,
    since: isoOrNull(since),
    environment: environment ?? null,
    target: { screen: target.screen, id: target.id ?? null, filter: target.filter },
  }
}

export type AttentionJson = ReturnType<typeof attentionJson>
