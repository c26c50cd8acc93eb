// The JSON of the console's list of verifications: ids, codes and numbers, no personal data.

import { isoOrNull, toIso } from '../../kernel/clock.ts'
import type { CsvSeparator } from '../../kernel/csv-separator.ts'
import { bandOf } from '../../scoring/bands.ts'
import type { WindowedPage } from '../page-window.ts'
import type { AccessReason } from './access-reason.ts'
import type { VerificationListRow } from './verification-list-row.ts'

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
  erasedIds: ReadonlySet<string>,
) {
  return {
    items: page.items.map((row) => verificationRowJson(row, erasedIds.has(row.id))),
    next_cursor: page.nextCursor,
    previous_cursor: page.previousCursor,
  }
}

export type VerificationPageJson = ReturnType<typeof verificationPageJson>

function verificationRowJson(row: VerificationListRow, isErased: boolean) {
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
    /** Number of flaws found in the images. */
    findings: row.findings,
    /** `outcome` is null until the review is closed. */
    review: review ? { id: review.id, state: review.state, outcome: review.outcome ?? null } : null,
    erased: isErased,
    created_at: toIso(row.createdAt),
    completed_at: isoOrNull(completedAt),
  }
}

export type VerificationRowJson = ReturnType<typeof verificationRowJson>

/** The answer when a large export with personal data waits for approval. */
export interface ExportRequestedJson {
  readonly approval_id: string
}
