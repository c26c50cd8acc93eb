// Approvals on the wire of the console.

import { toIso } from '../kernel/clock.ts'
import {
  type Approval,
  type ApprovalState,
  type ApprovalSubjectKind,
  type AskedFor,
  stateAt,
} from './approval.ts'
import { type Decider, mayDecide } from './approval-policy.ts'

interface NamedMemberJson {
  readonly id: string
  readonly name: string
}

/** `kind` tells which facts there are. */
export type ApprovalJson = AskedFor & {
  readonly id: string
  readonly subject: { readonly kind: ApprovalSubjectKind; readonly id: string }
  readonly state: ApprovalState
  readonly requested_by: NamedMemberJson
  readonly requested_at: string
  readonly expires_at: string
  /** null while nobody has, and where nobody else could. */
  readonly decided_by: NamedMemberJson | null
  /** When it was decided, withdrawn or expired. */
  readonly decided_at: string | null
  readonly note: string | null
  /** Until when the requester can use it, once; null where approving applied it. */
  readonly usable_until: string | null
  /** Whether the reader may. */
  readonly may_decide: boolean
  readonly may_withdraw: boolean
}

export interface ApprovalCountJson {
  /** How many the reader can decide about. */
  readonly waiting: number
}

/** Of others than `names` only the id is told. */
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
    ...askedForJson(approval),
    id: rest.id,
    subject: rest.subject,
    state,
    requested_by: named(rest.requestedBy),
    requested_at: toIso(rest.requestedAt),
    expires_at: toIso(rest.expiresAt),
    decided_by: decidedBy === undefined ? null : named(decidedBy),
    decided_at: decidedAt === undefined ? null : toIso(decidedAt),
    note: known.note ?? null,
    usable_until: usableUntil === undefined ? null : toIso(usableUntil),
    may_decide: mayDecide(approval, reader, nowMs),
    may_withdraw: state === 'pending' && rest.requestedBy === reader.id,
  }
}

/** Facts are declared by their kind for being shown: they go out as they are. */
function askedForJson({ kind, facts }: Approval): AskedFor {
  return { kind, facts } as AskedFor
}
