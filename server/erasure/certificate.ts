// The certificate of an erasure: what was erased, when, by whom and on which ground, signed with an Ed25519 key of this
// installation. It holds no personal data of the subject.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { fromSystem } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { tryDecrypt } from '../crypto/encrypt.ts'
import type { Keyring } from '../crypto/keyring.ts'
import { findInstance } from '../db/instance.ts'
import type { Trx } from '../db/transaction.ts'
import { isoOrNull, toIso } from '../kernel/clock.ts'
import {
  findNewestKey,
  insertCertificate,
  insertCertificateKey,
  type StoredCertificateKey,
} from './certificate-store.ts'
import type { ErasureEntry } from './erasure.ts'
import { floorOf, kindOfRetention } from './retention-policy.ts'

export interface CertificateNeeds extends Pick<AuditNeeds, 'clock'> {
  readonly keyring: AuditNeeds['keyring'] & Pick<Keyring, 'encryptSmall' | 'decryptSmall'>
}

const format = 'svc-erasure-certificate-1'

/** The file that `svc erase certificate` writes. The signature covers the JSON text of `certificate`. */
export const certificateFile = z.object({
  certificate: z.looseObject({ format: z.literal(format), id: z.string() }),
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    key_id: z.string(),
    /** SPKI, base64. */
    public_key: z.string(),
    value: z.string(),
  }),
})
export type CertificateFile = z.infer<typeof certificateFile>

/** Signs and stores it, once. Call it when nothing of the erasure is left to do. */
export async function issueCertificate(
  needs: CertificateNeeds,
  trx: Trx,
  entry: ErasureEntry,
): Promise<void> {
  const issuedAt = needs.clock.now()
  const instance = await findInstance(trx)
  const body = JSON.stringify(bodyOf(entry, instance?.id ?? '', issuedAt))
  const { id: keyId, privateKey } = await signingKey(needs, trx)
  const signature = sign(null, Buffer.from(body), privateKey).toString('base64')
  await insertCertificate(trx, { erasureId: entry.id, keyId, body, signature, issuedAt })
}

/** Whether the signature fits the certificate and the key in the file; not whose key it is. */
export function isSigned({ certificate, signature }: CertificateFile): boolean {
  try {
    const der = Buffer.from(signature.public_key, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const body = Buffer.from(JSON.stringify(certificate))
    return verify(null, body, key, Buffer.from(signature.value, 'base64'))
  } catch {
    return false
  }
}

/**
 * Returns the SHA-256 of a public key (SPKI, base64), in hexadecimal. The first 16 characters are the id of the key.
 */
export function fingerprintOf(publicKey: string): string {
  return hash('sha256', Buffer.from(publicKey, 'base64'))
}

/** @param publicKey SPKI, base64  Returns it as PEM. */
export function pemOf(publicKey: string): string {
  const der = Buffer.from(publicKey, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

/** Returns every public key in a PEM text as SPKI, base64. @throws Error for a block that is no public key */
export function readPublicKeys(text: string): readonly string[] {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
  return blocks.map((pem) =>
    createPublicKey(pem).export({ format: 'der', type: 'spki' }).toString('base64'),
  )
}

/** Makes the key that signs certificates, unless there is one that opens. */
export async function ensureCertificateKey(needs: CertificateNeeds, trx: Trx): Promise<void> {
  await signingKey(needs, trx)
}

function claimsOf(entry: ErasureEntry) {
  const floor = floorOf(entry.country, kindOfRetention(entry))
  return {
    verification: {
      id: entry.verification_id,
      environment: entry.environment,
      country: entry.country,
      status: entry.status,
      submitted_at: toIso(entry.submitted_at),
    },
    erased_at: toIso(entry.erased_at),
    reason: entry.reason,
    ground: {
      code: entry.ground,
      law: floor.law,
      source: floor.source,
      floor_ended_at: isoOrNull(entry.floor_ended_at ?? undefined),
    },
    by: { kind: entry.by_kind, id: entry.by_id },
    requested_by: entry.requested_by,
    approval_id: entry.approval_id,
    authority_reference: entry.authority_reference,
    destroyed: entry.counts,
    sha256: entry.digests,
    kept: [
      'id',
      'environment',
      'country',
      'id_type',
      'status',
      'reasons',
      'times',
      'usage',
      'audit',
    ],
  }
}

function bodyOf(entry: ErasureEntry, instanceId: string, issuedAt: number) {
  return {
    format,
    id: entry.id,
    instance_id: instanceId,
    issued_at: toIso(issuedAt),
    ...claimsOf(entry),
  }
}

/**
 * Returns the newest key, or a new one where there is none or the master key does not open it. Older public keys stay,
 * so that older certificates can be verified.
 */
async function signingKey(needs: CertificateNeeds, trx: Trx) {
  const { keyring, clock } = needs
  const stored = await findNewestKey(trx)
  const opened = stored && openKey(keyring, stored)
  if (stored && opened) return { id: stored.id, privateKey: opened }
  const pair = generateKeyPairSync('ed25519')
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' })
  const id = hash('sha256', publicKey).slice(0, 16)
  const plain = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  await insertCertificateKey(trx, {
    id,
    publicKey: publicKey.toString('base64'),
    encryptedPrivateKey: keyring.encryptSmall('certificate', plain, bindingOf(id)),
    createdAt: clock.now(),
  })
  // The log's head is published apart, so this entry proves the key years later.
  await recordAudit(needs, trx, {
    by: fromSystem,
    action: 'encryption.certificate_key_created',
    subject: { kind: 'encryption_key', id },
    details: { hash: hash('sha256', publicKey) },
  })
  return { id, privateKey: pair.privateKey }
}

function openKey(
  keyring: CertificateNeeds['keyring'],
  { id, encryptedPrivateKey }: StoredCertificateKey,
) {
  const key = tryDecrypt(() =>
    keyring.decryptSmall('certificate', encryptedPrivateKey, bindingOf(id)),
  )
  return key && createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function bindingOf(keyId: string): string {
  return `certificate_keys.private_key:${keyId}`
}
