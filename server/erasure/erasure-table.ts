// Rows of the tables of erasures: the ledger, the steps left to take, the certificates and the keys that sign them.

import type { AuditActorKind } from '../audit/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import type { VerificationStatus } from '../verifications/verification.ts'
import type { ErasureStep } from './erasure.ts'
import type { ErasureReason } from './erasure-reason.ts'

export interface ErasureTable {
  id: string
  verification_id: string
  environment: Environment
  country: string
  status: VerificationStatus
  submitted_at: number
  erased_at: number
  reason: ErasureReason
  /** Code of the law's ground that allowed it, as in `retentionFloors`. */
  ground: string
  /** null where the law sets no floor. */
  floor_ended_at: number | null
  by_kind: AuditActorKind
  by_id: string | null
  /** The user who asked for it, where another one decided. */
  requested_by: string | null
  approval_id: string | null
  /** The approving authority's own reference. */
  authority_reference: string | null
  /** JSON: how many things of each kind were destroyed. */
  counts: string
  /** JSON: SHA-256 of what was destroyed, as it was stored encrypted. */
  digests: string
}

export interface ErasureStepTable {
  /** Id of the verification where only images were deleted. */
  erasure_id: string
  step: ErasureStep
  /** The file to remove; empty for other steps. */
  item: string
}

export interface ErasureCertificateTable {
  erasure_id: string
  key_id: string
  /** JSON; the signed bytes. */
  body: string
  /** Ed25519, base64. */
  signature: string
  issued_at: number
}

export interface CertificateKeyTable {
  id: string
  /** SPKI, base64. */
  public_key: string
  /** PKCS#8, encrypted. */
  private_key: Buffer
  created_at: number
}
