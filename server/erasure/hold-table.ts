// Rows of `legal_holds` (an order that a verification must not be erased) and `relationship_ends` (when the
// relationship with the client ended).

import type { AuditActorKind } from '../audit/audit.ts'
import type { HoldReason } from './hold.ts'

export interface LegalHoldTable {
  id: string
  verification_id: string
  reason: HoldReason
  /** File number of the authority or the bank. */
  reference: string | null
  set_by_kind: AuditActorKind
  set_by_id: string | null
  set_at: number
  /** null: until somebody releases it. */
  until: number | null
  released_by_kind: AuditActorKind | null
  released_by_id: string | null
  released_at: number | null
}

export interface RelationshipEndTable {
  verification_id: string
  ended_at: number
  stated_by_kind: AuditActorKind
  stated_by_id: string | null
  stated_at: number
}
