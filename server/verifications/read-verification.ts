// Reads one verification with the provider's answer and what was read in the document's zone, decrypted.

import type { Appliance } from '../appliance.ts'
import type { Environment } from '../kernel/environment.ts'
import { decryptProviderAnswer } from './erasure/encrypted-columns.ts'
import { assertNotErased } from './erasure/erased.ts'
import type { ReadVerification } from './verification-in-full.ts'
import { findWithAnswer } from './verification-view.ts'
import { openZoneReading } from './zone/zone-reading-store.ts'

export type ReadNeeds = Pick<Appliance, 'db' | 'keyring'>

/** Without `environment`, verifications of both are found. @throws AppError `not_found` for an erased one */
export async function readVerification(
  needs: ReadNeeds,
  id: string,
  environment?: Environment,
): Promise<ReadVerification | undefined> {
  const found = await findWithAnswer(needs.db.reader, id, environment)
  if (!found) return undefined
  const { verification, review, providerAnswer: encrypted, zone: stored, wrappedDataKey } = found
  if (wrappedDataKey === undefined) await assertNotErased(needs.db.reader, id)
  const isOpened = encrypted !== undefined || stored !== undefined
  const key = isOpened && wrappedDataKey && needs.keyring.openDataKey(id, wrappedDataKey)
  if (!key) return { verification, review, providerAnswer: undefined, zone: undefined }
  return {
    verification,
    review,
    providerAnswer: encrypted && decryptProviderAnswer(key, id, encrypted),
    zone: stored && openZoneReading(key, id, stored),
  }
}
