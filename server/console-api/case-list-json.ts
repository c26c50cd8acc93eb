// A line of the console's list of verifications on the wire: ids, codes and figures, nothing of the person.

import { toIso } from '../kernel/clock.ts'
import type { CsvSeparator } from '../kernel/csv-separator.ts'
import type { Environment } from '../keys/key.ts'
import type { DocumentType } from '../markets/market.ts'
import type { ReviewOutcome, ReviewState } from '../reviews/review.ts'
import { type Band, bandOf } from '../scoring/bands.ts'
import type { ScoringState } from '../scoring/score.ts'
import type { ReasonCode } from '../verifications/reasons.ts'
import type { VerificationStatus } from '../verifications/verification.ts'
import type { ListedCase } from './case-list-view.ts'
import type { LookReason } from './look-reason.ts'
import type { WindowedPage } from './page-window.ts'

export interface ListedCaseJson {
  readonly id: string
  readonly environment: Environment
  readonly status: VerificationStatus
  readonly country: string
  readonly id_type: DocumentType
  readonly external_ref: string | null
  readonly scoring: ScoringState
  readonly score: number | null
  readonly band: Band | null
  readonly reasons: readonly ReasonCode[]
  /** How many faults of pictures were noticed. */
  readonly findings: number
  readonly review: {
    readonly id: string
    readonly state: ReviewState
    /** Once closed. */
    readonly outcome: ReviewOutcome | null
  } | null
  readonly created_at: string
  readonly completed_at: string | null
}

export interface CasePageJson {
  readonly items: readonly ListedCaseJson[]
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

/** What the body of an export says beside the filter. */
export interface CaseExportJson {
  readonly separator: CsvSeparator
}

/** The same of one with personal details. */
export interface PersonalExportJson extends CaseExportJson {
  readonly purpose: LookReason
}

export function casePageJson(page: WindowedPage<ListedCase>): CasePageJson {
  return {
    items: page.items.map(listedCaseJson),
    next_cursor: page.nextCursor,
    previous_cursor: page.previousCursor,
  }
}

export function listedCaseJson(one: ListedCase): ListedCaseJson {
  const { score, completedAt, review } = one
  return {
    id: one.id,
    environment: one.environment,
    status: one.status,
    country: one.country,
    id_type: one.idType,
    external_ref: one.externalRef ?? null,
    scoring: one.scoring,
    score: score ?? null,
    band: score === undefined ? null : bandOf(score).band,
    reasons: one.reasons,
    findings: one.findings,
    review: review ? { id: review.id, state: review.state, outcome: review.outcome ?? null } : null,
    created_at: toIso(one.createdAt),
    completed_at: completedAt === undefined ? null : toIso(completedAt),
  }
}

/** Of a large export with personal data, which waits for a second person. */
export interface ExportRequestedJson {
  readonly approval_id: string
}
