// The JSON of the console's list of verifications: ids, codes and numbers, no personal data.

import { toIso } from '../../kernel/clock.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { DocumentType } from '../../markets/market.ts'
import type { ReviewOutcome, ReviewState } from '../../reviews/review.ts'
import { type Band, bandOf } from '../../scoring/bands.ts'
import type { ScoringState } from '../../scoring/score.ts'
import type { ReasonCode } from '../../verifications/reasons.ts'
import type { VerificationStatus } from '../../verifications/verification.ts'
import type { WindowedPage } from '../page-window.ts'
import type { AccessReason } from './access-reason.ts'
import type { VerificationListRow } from './verification-list-view.ts'

export interface VerificationRowJson {
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
  /** Number of flaws found in the images. */
  readonly findings: number
  readonly review: {
    readonly id: string
    readonly state: ReviewState
    /** null until closed. */
    readonly outcome: ReviewOutcome | null
  } | null
  readonly created_at: string
  readonly completed_at: string | null
}

export interface VerificationPageJson {
  readonly items: readonly VerificationRowJson[]
  readonly next_cursor: string | null
  readonly previous_cursor: string | null
}

/** The body of an export, besides the filter. */
export interface VerificationExportJson {
  readonly separator: CsvSeparator
}

/** The body of an export with personal data, besides the filter. */
export interface PersonalExportJson extends VerificationExportJson {
  readonly purpose: AccessReason
}

export function verificationPageJson(
  page: WindowedPage<VerificationListRow>,
): VerificationPageJson {
  return {
    items: page.items.map(verificationRowJson),
    next_cursor: page.nextCursor,
    previous_cursor: page.previousCursor,
  }
}

function verificationRowJson(row: VerificationListRow): VerificationRowJson {
  const { score, completedAt, review } = row
  return {
    id: row.id,
    environment: row.environment,
    status: row.status,
    country: row.country,
    id_type: row.idType,
    external_ref: row.externalRef ?? null,
    scoring: row.scoring,
    score: score ?? null,
    band: score === undefined ? null : bandOf(score).band,
    reasons: row.reasons,
    findings: row.findings,
    review: review ? { id: review.id, state: review.state, outcome: review.outcome ?? null } : null,
    created_at: toIso(row.createdAt),
    completed_at: completedAt === undefined ? null : toIso(completedAt),
  }
}

/** The answer when a large export with personal data waits for approval. */
export interface ExportRequestedJson {
  readonly approval_id: string
}
