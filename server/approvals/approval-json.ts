// JSON shape of approvals for the console.

import { isoOrNull, toIso } from '../kernel/clock.ts'
import {
  type Approval,
  type ApprovalContent,
  type ApprovalState,
  type ApprovalSubjectKind,
  stateAt,
} from './approval.ts'
import { type Decider, mayDecide } from './approval-policy.ts'

interface NamedUserJson {
  readonly id: string
  readonly name: string
}

/** `kind` determines the fields of `facts`. */
export type ApprovalJson = ApprovalContent & {
  readonly id: string
  readonly subject: { readonly kind: ApprovalSubjectKind; readonly id: string }
  readonly state: ApprovalState
  readonly requested_by: NamedUserJson
  readonly requested_at: string
  readonly expires_at: string
  /** null while undecided, and if nobody else could decide. */
  readonly decided_by: NamedUserJson | null
  /** When it was decided, withdrawn or expired. */
  readonly decided_at: string | null
  readonly note: string | null
  /** Until when the requester can use the approval once; null if approving applied it. */
  readonly usable_until: string | null
  /** Whether the signed-in user may decide. */
  readonly may_decide: boolean
  readonly may_withdraw: boolean
}

export interface ApprovalCountJson {
  /** Number of requests that the signed-in user can decide. */
  readonly waiting: number
}

/** Users without an entry in `names` get an empty name. */
export function approvalJson(
  approval: Approval,
  reader: Decider,
  known: { readonly names: ReadonlyMap<string, string>; readonly note: string | undefined },
  nowMs: number,
): ApprovalJson {
  const { kind: _kind, facts: _facts, progress, ...rest } = approval
  const named = (id: string) => ({ id, name: known.names.get(id) ?? '' })
  const state = stateAt(approval, nowMs)
  const decidedBy = 'by' in progress ? progress.by : undefined
  const decidedAt = 'at' in progress ? progress.at : undefined
  const usableUntil = progress.state === 'approved' ? progress.usableUntil : undefined
  return {
    ...contentJson(approval),
    id: rest.id,
    subject: rest.subject,
    state,
    requested_by: named(rest.requestedBy),
    requested_at: toIso(rest.requestedAt),
    expires_at: toIso(rest.expiresAt),
    decided_by: decidedBy === undefined ? null : named(decidedBy),
    decided_at: isoOrNull(decidedAt),
    note: known.note ?? null,
    usable_until: isoOrNull(usableUntil),
    may_decide: mayDecide(approval, reader, nowMs),
    may_withdraw: state === 'pending' && rest.requestedBy === reader.id,
  }
}

/** Facts are declared per kind to be shown, so they are sent unchanged. */
function contentJson({ kind, facts }: Approval): ApprovalContent {
  return { kind, facts } as ApprovalContent
}
