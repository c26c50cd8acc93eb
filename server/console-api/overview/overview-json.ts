// The JSON of the overview: numbers, webhook ids and codes, no personal data.

import { toIso } from '../../kernel/clock.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { OperatorReason } from '../../operations/service-status-policy.ts'
import type { ApplianceStatus } from '../../operations/status-policy.ts'
import { type Band, bands } from '../../scoring/bands.ts'
import type { Attention, AttentionKind, Screen } from './attention.ts'
import {
  type HealthState,
  jobsHealth,
  type ServiceHealth,
  usageHealth,
  webhooksHealth,
} from './health.ts'
import type { Figure, FigureName, Overview, Rate, Times } from './overview.ts'

export interface FigureJson {
  readonly today: number
  /** Total of the seven full days before today. */
  readonly last_7_days: number
  /** One number for each of `days`. */
  readonly by_day: readonly number[]
}

interface TimesJson {
  readonly median_ms: number | null
  readonly p95_ms: number | null
}

export interface ServiceHealthJson {
  readonly state: HealthState
  /** Why the service refuses our calls; null unless it does. */
  readonly refused_because: OperatorReason | null
  readonly down_since: string | null
  readonly probe_at: string | null
  readonly failures_in_row: number
}

export interface AttentionJson {
  readonly kind: AttentionKind
  readonly count: number
  readonly since: string | null
  readonly environment: Environment | null
  readonly target: {
    readonly screen: Screen
    readonly id: string | null
    readonly filter: Readonly<Record<string, string>>
  }
}

export interface OverviewJson {
  readonly environment: Environment
  readonly at: string
  /** Whether any verification was ever submitted. */
  readonly has_verifications: boolean
  /** Eight dates (UTC), today last. */
  readonly days: readonly string[]
  readonly figures: Readonly<Record<FigureName, FigureJson>>
  /** Since the first of `days`. The rate leaves out errors and is null when there is no result. */
  readonly approval_rates: readonly {
    readonly country: string
    readonly id_type: DocumentType
    readonly approved: number
    readonly declined: number
    readonly error: number
    readonly rate: number | null
  }[]
  /** From submission to approval or decline, since the first of `days`. */
  readonly time_to_result: TimesJson & { readonly by_day: readonly TimesJson[] }
  readonly bands: readonly { readonly band: Band; readonly verifications: number }[]
  readonly oldest_pending_at: string | null
  readonly health: {
    readonly provider: ServiceHealthJson
    readonly scoring: ServiceHealthJson
    readonly webhooks: {
      readonly state: HealthState
      readonly active: number
      readonly failing: number
      readonly due: number
    }
    readonly jobs: {
      readonly state: HealthState
      readonly waiting: number
      readonly running: number
      readonly due: number
      readonly oldest_due_age_ms: number
      /** In the last seven days. */
      readonly failed: number
    }
    readonly backups: { readonly state: HealthState }
    readonly usage: {
      readonly state: HealthState
      readonly recounted_to: string | null
      readonly differences: number
    }
  }
  readonly needs_attention: readonly AttentionJson[]
}

interface OverviewAnswer {
  readonly environment: Environment
  readonly nowMs: number
  readonly hasVerifications: boolean
  readonly overview: Overview
  readonly status: ApplianceStatus
  readonly provider: ServiceHealth
  readonly scoring: ServiceHealth
  readonly failedJobs: number
  readonly attention: readonly Attention[]
}

export function overviewJson(answer: OverviewAnswer): OverviewJson {
  const { overview } = answer
  const { figures } = overview
  return {
    environment: answer.environment,
    at: toIso(answer.nowMs),
    has_verifications: answer.hasVerifications,
    days: overview.days.map((day) => toIso(day).slice(0, 10)),
    figures: {
      submitted: figureJson(figures.submitted),
      approved: figureJson(figures.approved),
      declined: figureJson(figures.declined),
      error: figureJson(figures.error),
      pending: figureJson(figures.pending),
    },
    approval_rates: overview.rates.map(rateJson),
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

export function serviceHealthJson(health: ServiceHealth): ServiceHealthJson {
  return {
    state: health.state,
    refused_because: health.refusedBecause ?? null,
    down_since: isoOrNull(health.downSince),
    probe_at: isoOrNull(health.probeAt),
    failures_in_row: health.failuresInRow,
  }
}

function healthJson(answer: OverviewAnswer): OverviewJson['health'] {
  const { status, failedJobs } = answer
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
      failed: failedJobs,
    },
    // The product does not make backups yet.
    backups: { state: 'not_set_up' },
    usage: {
      state: usageHealth(status),
      recounted_to: isoOrNull(usage.countedTo),
      differences: usage.differences,
    },
  }
}

function figureJson({ today, before, byDay }: Figure): FigureJson {
  return { today, last_7_days: before, by_day: byDay }
}

function rateJson({ country, idType, approved, declined, error }: Rate) {
  const counted = approved + declined
  const rate = counted === 0 ? null : Math.round((approved / counted) * 10_000) / 10_000
  return { country, id_type: idType, approved, declined, error, rate }
}

function timesJson({ medianMs, p95Ms }: Times): TimesJson {
  return { median_ms: medianMs ?? null, p95_ms: p95Ms ?? null }
}

function attentionJson({ kind, count, since, environment, target }: Attention): AttentionJson {
  return {
    kind,
    count,
    since: isoOrNull(since),
    environment: environment ?? null,
    target: { screen: target.screen, id: target.id ?? null, filter: target.filter },
  }
}

function isoOrNull(instantMs: number | undefined): string | null {
  return instantMs === undefined ? null : toIso(instantMs)
}
