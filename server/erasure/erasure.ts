// The erasure of a verification: everything that says something of the person is destroyed, and one entry in a ledger
// stays. Pure.

import { z } from 'zod'
import { environments } from '../kernel/environment.ts'
import { verificationStatuses } from '../verifications/verification.ts'
import { erasureReasons } from './erasure-reason.ts'

/**
 * What is left to do after the commit that destroyed the key and the rows: write the audit entries of a replayed
 * erasure, remove an image file, forget stored responses, empty the write-ahead log and issue the certificate.
 */
export type ErasureStep = 'audit' | 'image' | 'responses' | 'certificate'

const countShape = z.int().min(0)

export const erasureCounts = z.strictObject({
  data_keys: countShape,
  images: countShape,
  events: countShape,
  provider_answers: countShape,
  zone_readings: countShape,
  face_comparisons: countShape,
  late_results: countShape,
  index_entries: countShape,
  scores: countShape,
  review_notes: countShape,
})
export type ErasureCounts = z.infer<typeof erasureCounts>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** SHA-256 of stored ciphertexts: they prove what was destroyed and reveal nothing. null for what there was none of. */
export const erasureDigests = z.strictObject({
  data_key: sha256.nullable(),
  claims: sha256,
  provider_answer: sha256.nullable(),
  zone_reading: sha256.nullable(),
  face_comparison: sha256.nullable(),
  late_results: sha256.nullable(),
  /** Of the digests of the images and the wrapped data key together, so that no image can be recognised by it. */
  images: sha256.nullable(),
})
export type ErasureDigests = z.infer<typeof erasureDigests>

/** One entry of the ledger, as `erasures.jsonl` holds it a line. Without personal data. */
export const erasureEntry = z.strictObject({
  id: z.string(),
  verification_id: z.string(),
  environment: z.enum(environments),
  country: z.string(),
  status: z.enum(verificationStatuses),
  submitted_at: z.int(),
  erased_at: z.int(),
  reason: z.enum(erasureReasons),
  ground: z.string(),
  floor_ended_at: z.int().nullable(),
  by_kind: z.enum(['user', 'api_key', 'cli', 'system']),
  by_id: z.string().nullable(),
  requested_by: z.string().nullable(),
  approval_id: z.string().nullable(),
  authority_reference: z.string().nullable(),
  counts: erasureCounts,
  digests: erasureDigests,
})
export type ErasureEntry = z.infer<typeof erasureEntry>
