// Row of `approvals`: what was asked for, and how far it has come.

import type { ApprovalKind, ApprovalState, ApprovalSubjectKind } from './approval.ts'

export interface ApprovalTable {
  id: string
  kind: ApprovalKind
  subject_kind: ApprovalSubjectKind
  subject_id: string
  /** Kind and subject of a request that waits; unique, so that one waits at a time. Null once it is over. */
  slot: string | null
  /** JSON of what the decider is shown, encrypted. */
  facts: Buffer
  /** JSON of what applying it needs, encrypted. Null once it is not needed any more. */
  payload: Buffer | null
  requested_by: string
  requested_at: number
  expires_at: number
  state: ApprovalState
  /** Null also where it was approved because nobody else could look. */
  decided_by: string | null
  /** When it was decided, withdrawn or expired. */
  decided_at: number | null
  /** The decider's words, encrypted. */
  note: Buffer | null
  usable_until: number | null
  used_at: number | null
}
