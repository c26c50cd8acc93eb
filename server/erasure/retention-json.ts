// JSON of what decides whether a verification may be erased, for the console and `svc retention explain`.

import type { Approval } from '../approvals/approval.ts'
import { isoOrNull, toIso } from '../kernel/clock.ts'
import { printPeriod } from '../markets/retention-period.ts'
import type { ErasureEntry } from './erasure.ts'
import { isInForce, type LegalHold } from './hold.ts'
import { blockText, type RetentionJudgement } from './retention-policy.ts'

export interface ExplainedRetention {
  readonly judgement: RetentionJudgement
  /** All in force and the newest that are over. */
  readonly holds: readonly LegalHold[]
  readonly holdsTotal: number
  readonly erasure: ErasureEntry | undefined
  /** The pending request to erase it, if there is one. */
  readonly request: Approval | undefined
}

export function retentionJson(
  { judgement, holds, holdsTotal, erasure, request }: ExplainedRetention,
  nowMs: number,
) {
  const { kind, floor, period } = judgement
  return {
    kind,
    ground: floor.ground,
    floor_years: floor.years,
    law: floor.law,
    source: floor.source,
    certainty: floor.certainty,
    ceiling: floor.ceiling,
    disposal_approval: floor.disposalApproval ?? null,
    /** Where the period begins: `relationship_end` or `completion`. */
    from: floor.from,
    starts_at: isoOrNull(judgement.startsAt),
    floor_ends_at: isoOrNull(judgement.floorEndsAt),
    /** The bank's own period; null if none is set. */
    period: period === undefined ? null : printPeriod(period),
    due_at: isoOrNull(judgement.dueAt),
    /** Why it must not be erased now; empty if it may. */
    blocks: judgement.blocks.map((code) => ({ code, text: blockText(code, judgement) })),
    holds: holds.map((hold) => holdJson(hold, nowMs)),
    holds_total: holdsTotal,
    request: request === undefined ? null : { id: request.id, requested_by: request.requestedBy },
    erasure: erasure === undefined ? null : erasureJson(erasure),
  }
}

export type RetentionJson = ReturnType<typeof retentionJson>

export function holdJson(hold: LegalHold, nowMs: number) {
  return {
    id: hold.id,
    verification_id: hold.verificationId,
    reason: hold.reason,
    reference: hold.reference ?? null,
    in_force: isInForce(hold, nowMs),
    set_by: { kind: hold.setBy.kind, id: hold.setBy.id ?? null },
    set_at: toIso(hold.setAt),
    until: isoOrNull(hold.until),
    released_at: isoOrNull(hold.released?.at),
  }
}

export type LegalHoldJson = ReturnType<typeof holdJson>

function erasureJson(entry: ErasureEntry) {
  const { id, erased_at, reason, ground } = entry
  return { id, erased_at: toIso(erased_at), reason, ground }
}

/** The answer to a request that waits for a second person. */
export interface ErasureRequestedJson {
  readonly approval_id: string
}
