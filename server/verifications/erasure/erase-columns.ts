// Empties what a verification's own rows say of a person, in the transaction that erases it. Its id, environment,
// market, status, reasons and times stay, and so do its usage and its audit entries.

import type { Trx } from '../../db/transaction.ts'
import { deleteFaceComparison } from '../face/face-comparison-store.ts'
import { deleteLateResults } from '../late/late-results-store.ts'
import { deleteNameOf } from '../names/name-store.ts'
import { deleteProviderJob } from '../provider-job/provider-job-store.ts'
import { deleteBandTags } from '../tag-store.ts'
import type { Verification, VerificationStatus } from '../verification.ts'
import {
  clearPersonalColumns,
  completePending,
  findEncryptedColumns,
} from '../verification-store.ts'
import { deleteZoneReading } from '../zone/zone-reading-store.ts'

interface ErasedColumns {
  /** The columns as they were stored, encrypted. */
  readonly claims: Buffer
  readonly providerAnswer: Buffer | undefined
  /** What was read in the document's machine-readable zone. */
  readonly zone: Buffer | undefined
  /** What the bank's own face model said. */
  readonly faces: Buffer | undefined
  /** What the provider said beside or after its final answer. */
  readonly late: Buffer | undefined
  /** How many search indexes had an entry: that of document numbers and that of names. */
  readonly indexEntries: number
}

/** Returns undefined if there is no such verification. */
export async function eraseColumnsOf(
  trx: Trx,
  verification: Pick<Verification, 'id' | 'environment'>,
): Promise<ErasedColumns | undefined> {
  const { id } = verification
  const columns = await findEncryptedColumns(trx, id)
  if (columns === undefined) return undefined
  await clearPersonalColumns(trx, id)
  await deleteProviderJob(trx, id)
  const zone = await deleteZoneReading(trx, id)
  const faces = await deleteFaceComparison(trx, id)
  const late = await deleteLateResults(trx, id)
  await deleteBandTags(trx, verification)
  const { claims, providerAnswer, idNumberIndex } = columns
  const names = await deleteNameOf(trx, id)
  const indexEntries = (idNumberIndex === undefined ? 0 : 1) + names
  return { claims, providerAnswer, zone, faces, late, indexEntries }
}

/** Ends a verification that a restored backup still holds as pending: nobody could ever complete it. */
export async function concludeErased(
  trx: Trx,
  { id, status: current }: Pick<Verification, 'id' | 'status'>,
  { status, at }: { readonly status: VerificationStatus; readonly at: number },
): Promise<void> {
  if (current !== 'pending' || status === 'pending') return
  await completePending(trx, id, {
    status,
    reasons: status === 'approved' ? [] : ['evidence_unreadable'],
    checks: [],
    completedAt: at,
    providerAnswer: undefined,
    resultCode: undefined,
  })
}
