// Reads one verification with the provider's answer opened.

import type { Keyring } from '../crypto/keyring.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db } from '../db/transaction.ts'
import type { Environment } from '../keys/key.ts'
import { openProviderAnswer } from './sealed-parts.ts'
import type { Verification } from './verification.ts'
import { findSealedParts } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

export interface ReadNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

export interface OpenedVerification {
  readonly verification: Verification
  /** undefined while there is none, and after the person's data was erased. */
  readonly providerAnswer: unknown
}

/** undefined also for a verification of the other environment. Without one, either is read. */
export async function readVerification(
  needs: ReadNeeds,
  id: string,
  environment?: Environment,
): Promise<OpenedVerification | undefined> {
  const verification = await findVerification(needs.db.reader, id, environment)
  if (!verification) return undefined
  const sealed = (await findSealedParts(needs.db.reader, id))?.providerAnswer
  const key = sealed && (await openDataKey(needs, needs.db.reader, id))
  return { verification, providerAnswer: key && openProviderAnswer(key, id, sealed) }
}
