// Loads what the job of a verification needs: the verification, its provider job, the decrypted claims, what was read
// in the document's zone, and the data key.

import type { Appliance } from '../appliance.ts'
import { type EncryptionKey, tryDecrypt } from '../crypto/encrypt.ts'
import { tryOpenDataKey } from '../data-keys/open-data-key.ts'
import type { Reader } from '../db/transaction.ts'
import { decryptClaims, decryptProviderAnswer } from './erasure/encrypted-columns.ts'
import type { FaceComparison } from './face/face-comparison.ts'
import { findFaceComparison, openFaceComparison } from './face/face-comparison-store.ts'
import type { LateResults } from './late/late-results.ts'
import { findLateResults, openLateResults } from './late/late-results-store.ts'
import { findProviderJob, type ProviderJobRecord } from './provider-job/provider-job-store.ts'
import type { Claims, Verification } from './verification.ts'
import { findEncryptedColumns } from './verification-store.ts'
import { findVerification } from './verification-view.ts'
import type { ZoneReading } from './zone/zone-reading.ts'
import { findZoneReading, openZoneReading } from './zone/zone-reading-store.ts'

type VerificationDetailNeeds = Pick<Appliance, 'db' | 'keyring'>

/** A pending verification, decrypted. */
export interface OpenedVerification {
  readonly verification: Verification
  readonly providerJob: ProviderJobRecord
  readonly claims: Claims
  readonly dataKey: EncryptionKey
  /** undefined until the document was read. */
  readonly zone: ZoneReading | undefined
}

/** Why there is nothing to work on: completed or gone, or its data key or claims cannot be decrypted. */
type NoVerification = 'completed' | 'unreadable'

export async function openVerification(
  needs: VerificationDetailNeeds,
  id: string,
): Promise<OpenedVerification | NoVerification> {
  const reader = needs.db.reader
  const verification = await findVerification(reader, id)
  const providerJob = await findProviderJob(reader, id)
  const encrypted = await findEncryptedColumns(reader, id)
  if (!verification || !providerJob || !encrypted) return 'completed'
  if (verification.status !== 'pending') return 'completed'
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const claims = dataKey && tryDecrypt(() => decryptClaims(dataKey, id, encrypted.claims))
  if (dataKey === undefined || claims === undefined) return 'unreadable'
  const stored = await findZoneReading(reader, id)
  const zone = stored && tryDecrypt(() => openZoneReading(dataKey, id, stored))
  return { verification, providerJob, claims, dataKey, zone }
}

/** Returns the claims, also inside a transaction; undefined if they are erased or unreadable. */
export async function findClaims(
  db: Reader,
  dataKey: EncryptionKey | undefined,
  id: string,
): Promise<Claims | undefined> {
  const encrypted = await findEncryptedColumns(db, id)
  return encrypted && dataKey && tryDecrypt(() => decryptClaims(dataKey, id, encrypted.claims))
}

export interface DecryptedColumns {
  readonly claims: Claims
  readonly answer: unknown
  readonly zone: ZoneReading | undefined
  /** undefined unless the bank's own face model was asked. */
  readonly faces: FaceComparison | undefined
  /** undefined while the provider said nothing beside or after its final answer. */
  readonly late: LateResults | undefined
}

/** Returns the decrypted columns of a verification in any state; undefined if erased or unreadable. */
export async function openEncryptedColumns(
  needs: VerificationDetailNeeds,
  id: string,
): Promise<DecryptedColumns | undefined> {
  const { reader } = needs.db
  const encrypted = await findEncryptedColumns(reader, id)
  const dataKey = encrypted && (await tryOpenDataKey(needs, reader, id))
  if (!dataKey) return undefined
  const stored = await findZoneReading(reader, id)
  const compared = await findFaceComparison(reader, id)
  const late = await findLateResults(reader, id)
  return tryDecrypt(() => ({
    claims: decryptClaims(dataKey, id, encrypted.claims),
    answer:
      encrypted.providerAnswer && decryptProviderAnswer(dataKey, id, encrypted.providerAnswer),
    zone: stored && openZoneReading(dataKey, id, stored),
    faces: compared && openFaceComparison(dataKey, id, compared),
    late: late && openLateResults(dataKey, id, late),
  }))
}
