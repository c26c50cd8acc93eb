// The JSON of the overview: numbers, webhook ids and codes, no personal data.

import { type BackupStatus, backupHealth } from '../../backup/backup-policy.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { ApplianceStatus } from '../../operations/status-policy.ts'
import { bands } from '../../scoring/bands.ts'
import type { Attention } from './attention.ts'
import { jobsHealth, type ServiceHealth, usageHealth, webhooksHealth } from './health.ts'
import type { Figure, Overview, Rate, Times } from './overview.ts'

interface OverviewAnswer {
  readonly environment: Environment
  readonly nowMs: number
  readonly hasVerifications: boolean
  readonly overview: Overview
  readonly status: ApplianceStatus
  readonly backups: BackupStatus
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
    /** Eight dates (UTC), today last. */
    days: overview.days.map((day) => toIso(day).slice(0, 10)),
    figures: {
      submitted: figureJson(figures.submitted),
      approved: figureJson(figures.approved),
      declined: figureJson(figures.declined),
      error: figureJson(figures.error),
      pending: figureJson(figures.pending),
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
  const { status, failedJobs, backups } = answer
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
    backups: {
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

function figureJson({ today, before, byDay }: Figure) {
  return {
    today,
    /** Total of the seven full days before today. */
    last_7_days: before,
    /** One number for each of `days`. */
    by_day: byDay,
  }
}

export type FigureJson = ReturnType<typeof figureJson>

function rateJson({ country, idType, approved, declined, error }: Rate) {
  const counted = approved + declined
  const rate = counted === 0 ? null : Math.round((approved / counted) * 10_000) / 10_000
  return { country, id_type: idType, approved, declined, error, rate }
}

function timesJson({ medianMs, p95Ms }: Times) {
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
