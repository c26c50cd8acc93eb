// Opens what the job of a verification works on: the verification, its names at the provider, the claims
// and the key they are sealed under.

import type { Keyring } from '../crypto/keyring.ts'
import { type SealingKey, UnsealError } from '../crypto/seal.ts'
import { openDataKey } from '../data-keys/open-data-key.ts'
import type { Db, Reader } from '../db/transaction.ts'
import { findProviderJob, type ProviderJobRecord } from './provider-job-store.ts'
import { openClaims, openProviderAnswer } from './sealed-parts.ts'
import type { Claims, Verification } from './verification.ts'
import { findSealedParts } from './verification-store.ts'
import { findVerification } from './verification-view.ts'

export interface CaseNeeds {
  readonly db: Db
  readonly keyring: Keyring
}

/** Everything a step needs to know of one pending verification. */
export interface Case {
  readonly verification: Verification
  readonly providerJob: ProviderJobRecord
  readonly claims: Claims
  readonly dataKey: SealingKey
}

/** Not a case to work on: concluded already, or its key or its claims do not open any more. */
export type NoCase = 'concluded' | 'unreadable'

export async function openCase(needs: CaseNeeds, id: string): Promise<Case | NoCase> {
  const reader = needs.db.reader
  const verification = await findVerification(reader, id)
  const providerJob = await findProviderJob(reader, id)
  const sealed = await findSealedParts(reader, id)
  if (!verification || !providerJob || !sealed) return 'concluded'
  if (verification.status !== 'pending') return 'concluded'
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const claims = dataKey && tryUnseal(() => openClaims(dataKey, id, sealed.claims))
  return dataKey && claims ? { verification, providerJob, claims, dataKey } : 'unreadable'
}

/** undefined when the key was destroyed or does not open: damaged, or another master key's. */
export async function tryOpenDataKey(
  needs: CaseNeeds,
  db: Reader,
  id: string,
): Promise<SealingKey | undefined> {
  try {
    return await openDataKey(needs, db, id)
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}

/** What is sealed of a verification in any state; undefined where it was erased or does not open. */
export async function openCaseParts(
  needs: CaseNeeds,
  id: string,
): Promise<{ readonly claims: Claims; readonly answer: unknown } | undefined> {
  const { reader } = needs.db
  const sealed = await findSealedParts(reader, id)
  const dataKey = sealed && (await tryOpenDataKey(needs, reader, id))
  if (!dataKey) return undefined
  return tryUnseal(() => ({
    claims: openClaims(dataKey, id, sealed.claims),
    answer: sealed.providerAnswer && openProviderAnswer(dataKey, id, sealed.providerAnswer),
  }))
}

function tryUnseal<Value>(open: () => Value): Value | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof UnsealError) return undefined
    throw error
  }
}
