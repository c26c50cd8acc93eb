// Seals and opens what a verification holds of the person: the claims, and the provider's answer.

import { z } from 'zod'
import type { Keyring } from '../crypto/keyring.ts'
import { type SealingKey, seal, unseal } from '../crypto/seal.ts'
import { canonicalNumber } from '../matching/compare-numbers.ts'
import type { Claims } from './verification.ts'

const claimsShape = z.object({
  idNumber: z.string().exactOptional(),
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  dateOfBirth: z.string().exactOptional(),
  consentGivenAt: z.string().exactOptional(),
  consentNotice: z.string().exactOptional(),
})

export function sealClaims(key: SealingKey, id: string, claims: Claims): Buffer {
  return sealJson(key, `verifications.claims:${id}`, claims)
}

/** @throws UnsealError */
export function openClaims(key: SealingKey, id: string, sealed: Buffer): Claims {
  return claimsShape.parse(openJson(key, `verifications.claims:${id}`, sealed))
}

export function sealProviderAnswer(key: SealingKey, id: string, answer: unknown): Buffer {
  return sealJson(key, `verifications.provider_answer:${id}`, answer)
}

/** @throws UnsealError */
export function openProviderAnswer(key: SealingKey, id: string, sealed: Buffer): unknown {
  return openJson(key, `verifications.provider_answer:${id}`, sealed)
}

/** Finds a document number again without keeping it: country and number under a keyed digest. */
export function indexIdNumber(
  keyring: Keyring,
  country: string,
  idNumber: string | undefined,
): Buffer | undefined {
  if (idNumber === undefined) return undefined
  return keyring.mac('blind-index', `id-number:${country}:${canonicalNumber(idNumber)}`)
}

function sealJson(key: SealingKey, boundTo: string, value: unknown): Buffer {
  return seal(key, Buffer.from(JSON.stringify(value)), boundTo)
}

function openJson(key: SealingKey, boundTo: string, sealed: Buffer): unknown {
  return JSON.parse(unseal(key, sealed, boundTo).toString('utf8'))
}
