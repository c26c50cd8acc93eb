// JSON shape of approvals for the console.

import { isoOrNull, toIso } from '../kernel/clock.ts'
import { type Approval, type ApprovalContent, stateAt } from './approval.ts'
import { type Decider, mayDecide } from './approval-policy.ts'

export interface ApprovalCountJson {
  /** Number of requests that the signed-in user can decide. */
  readonly waiting: number
  /** Number of the user's own requests that were approved and can still be used, once. */
  readonly usable: number
}

/** Why a user who may decide can only reject. */
export type ApprovalBar = 'one_person' | 'requester_inactive'

interface KnownOfApproval {
  readonly names: ReadonlyMap<string, string>
  readonly note: string | undefined
  /** undefined if the reader may approve too. */
  readonly bar: ApprovalBar | undefined
}

/** Users without an entry in `names` get an empty name. */
export function approvalJson(
  approval: Approval,
  reader: Decider,
  known: KnownOfApproval,
  nowMs: number,
) {
  const { progress } = approval
  const named = (id: string) => ({ id, name: known.names.get(id) ?? '' })
  const state = stateAt(approval, nowMs)
  const decidedBy = 'by' in progress ? progress.by : undefined
  const decidedAt = 'at' in progress ? progress.at : undefined
  const usableUntil = progress.state === 'approved' ? progress.usableUntil : undefined
  return {
    ...contentJson(approval),
    id: approval.id,
    subject: approval.subject,
    state,
    requested_by: named(approval.requestedBy),
    requested_at: toIso(approval.requestedAt),
    expires_at: toIso(approval.expiresAt),
    /** null while undecided, and if nobody else could decide. */
    decided_by: decidedBy === undefined ? null : named(decidedBy),
    /** When it was decided, withdrawn or expired. */
    decided_at: isoOrNull(decidedAt),
    note: known.note ?? null,
    /** Until when the requester can use the approval once; null if approving applied it. */
    usable_until: isoOrNull(usableUntil),
    /** Whether the signed-in user may decide; only reject, if `approval_bar` is set. */
    may_decide: mayDecide(approval, reader, nowMs),
    approval_bar: known.bar ?? null,
    may_withdraw: state === 'pending' && approval.requestedBy === reader.id,
  }
}

/** `kind` determines the fields of `facts`. */
export type ApprovalJson = ReturnType<typeof approvalJson>

/** Facts are declared per kind to be shown, so they are sent unchanged. */
function contentJson({ kind, facts }: Approval): ApprovalContent {
  return { kind, facts } as ApprovalContent
}
