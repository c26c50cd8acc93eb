// Reads one verification with the provider's answer decrypted.

import type { Keyring } from '../crypto/keyring.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import { decryptProviderAnswer } from './encrypted-columns.ts'
import type { Verification } from './verification.ts'
import { findEncryptedColumns } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

export interface ReadNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

interface OpenedVerification {
  readonly verification: Verification
  /** undefined while pending, and after the person's data was erased. */
  readonly providerAnswer: unknown
}

/** Without `environment`, verifications of both are found. */
export async function readVerification(
  needs: ReadNeeds,
  id: string,
  environment?: Environment,
): Promise<OpenedVerification | undefined> {
  const verification = await findVerification(needs.db.reader, id, environment)
  if (!verification) return undefined
  const encrypted = (await findEncryptedColumns(needs.db.reader, id))?.providerAnswer
  const key = encrypted && (await openDataKey(needs, needs.db.reader, id))
  return { verification, providerAnswer: key && decryptProviderAnswer(key, id, encrypted) }
}
