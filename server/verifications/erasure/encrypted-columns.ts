// Encrypts and decrypts the personal data of a verification: the claims, the provider's answer, the lines of the
// document's machine-readable zone, what the bank's own face model says, and what the provider said later.

import { z } from 'zod'
import { decrypt, type EncryptionKey, encrypt } from '../../crypto/encrypt.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { canonicalNumber } from '../../matching/compare-numbers.ts'
import type { FaceAdvice } from '../face/face-comparison.ts'
import type { LateResult } from '../late/late-results.ts'
import { reasonCodes } from '../reasons.ts'
import { type Claims, finalStatuses } from '../verification.ts'

const claimsShape = z.object({
  idNumber: z.string().exactOptional(),
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  dateOfBirth: z.string().exactOptional(),
  consentGivenAt: z.string().exactOptional(),
  consentNotice: z.string().exactOptional(),
})

export function encryptClaims(key: EncryptionKey, id: string, claims: Claims): Buffer {
  return encryptJson(key, `verifications.claims:${id}`, claims)
}

/** @throws DecryptError */
export function decryptClaims(key: EncryptionKey, id: string, encrypted: Buffer): Claims {
  return claimsShape.parse(openJson(key, `verifications.claims:${id}`, encrypted))
}

export function encryptProviderAnswer(key: EncryptionKey, id: string, answer: unknown): Buffer {
  return encryptJson(key, `verifications.provider_answer:${id}`, answer)
}

/** @throws DecryptError */
export function decryptProviderAnswer(key: EncryptionKey, id: string, encrypted: Buffer): unknown {
  return openJson(key, `verifications.provider_answer:${id}`, encrypted)
}

const zoneShape = z.object({ lines: z.array(z.string()).readonly(), confidence: z.number() })
type EncryptedZone = z.output<typeof zoneShape>

export function encryptZone(key: EncryptionKey, id: string, zone: EncryptedZone): Buffer {
  return encryptJson(key, `zone_readings.zone:${id}`, zone)
}

/** @throws DecryptError */
export function decryptZone(key: EncryptionKey, id: string, encrypted: Buffer): EncryptedZone {
  return zoneShape.parse(openJson(key, `zone_readings.zone:${id}`, encrypted))
}

const adviceShape = z.object({
  similarity: z.number(),
  threshold: z.number(),
  model: z.string(),
  falseMatch: z.object({ share: z.number(), low: z.number(), high: z.number() }).readonly(),
})

export function encryptAdvice(key: EncryptionKey, id: string, advice: FaceAdvice): Buffer {
  return encryptJson(key, `face_comparisons.advice:${id}`, advice)
}

/** @throws DecryptError */
export function decryptAdvice(key: EncryptionKey, id: string, encrypted: Buffer): FaceAdvice {
  return adviceShape.parse(openJson(key, `face_comparisons.advice:${id}`, encrypted))
}

const lateShape = z.array(
  z.object({
    source: z.enum(['callback', 'result']),
    provider: z.string().exactOptional(),
    receivedAt: z.number(),
    outcome: z
      .object({ status: z.enum(finalStatuses), reasons: z.array(z.enum(reasonCodes)) })
      .exactOptional(),
    answer: z.unknown(),
  }),
)

export function encryptLateResults(
  key: EncryptionKey,
  id: string,
  results: readonly LateResult[],
): Buffer {
  return encryptJson(key, `late_results.results:${id}`, results)
}

/** @throws DecryptError */
export function decryptLateResults(
  key: EncryptionKey,
  id: string,
  encrypted: Buffer,
): readonly LateResult[] {
  return lateShape.parse(openJson(key, `late_results.results:${id}`, encrypted))
}

/** Returns a keyed digest of country and document number, to search by number without storing it in the clear. */
export function indexIdNumber(
  keyring: Keyring,
  country: string,
  idNumber: string | undefined,
): Buffer | undefined {
  if (idNumber === undefined) return undefined
  return keyring.mac('blind-index', indexedText(country, idNumber))
}

/** Returns the digests to search for: one for each key, because a change of the key reaches rows one by one. */
export function searchIndexes(
  keyring: Pick<Keyring, 'macs'>,
  country: string,
  idNumber: string,
): readonly Buffer[] {
  return keyring.macs('blind-index', indexedText(country, idNumber))
}

function indexedText(country: string, idNumber: string): string {
  return `id-number:${country}:${canonicalNumber(idNumber)}`
}

function encryptJson(key: EncryptionKey, boundTo: string, value: unknown): Buffer {
  return encrypt(key, Buffer.from(JSON.stringify(value)), boundTo)
}

function openJson(key: EncryptionKey, boundTo: string, encrypted: Buffer): unknown {
  return JSON.parse(decrypt(key, encrypted, boundTo).toString('utf8'))
}
