// Row of `approvals`: a request and its state.

import type { ApprovalKind, ApprovalState, ApprovalSubjectKind } from './approval.ts'

export interface ApprovalTable {
  id: string
  kind: ApprovalKind
  subject_kind: ApprovalSubjectKind
  subject_id: string
  /** Kind and subject of a pending request; unique, so that only one is pending at a time. Null once settled. */
  slot: string | null
  /** JSON of what the decider sees, encrypted. */
  facts: Buffer
  /** JSON of what applying it needs, encrypted. Null once it is no longer needed. */
  payload: Buffer | null
  requested_by: string
  requested_at: number
  expires_at: number
  state: ApprovalState
  /** Null also if it was approved because nobody else could decide. */
  decided_by: string | null
  /** When it was decided, withdrawn or expired. */
  decided_at: number | null
  /** The decider's note, encrypted. */
  note: Buffer | null
  usable_until: number | null
  used_at: number | null
}
