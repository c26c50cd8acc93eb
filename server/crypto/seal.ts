// Authenticated encryption, one way for the whole product: AES-256-GCM with a fresh nonce, bound to the
// place where the ciphertext lives, so that it can be neither read, altered nor moved elsewhere.

import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** A 256-bit key together with the short id that every ciphertext made with it carries. */
export interface SealingKey {
  /** Four bytes of SHA-256 over a label and the key: tells keys apart, tells nothing of the key. */
  readonly id: Buffer
  readonly key: KeyObject
}

const version = 1
const nonceBytes = 12
const tagBytes = 16
const keyIdBytes = 4
const headerBytes = 1 + keyIdBytes + nonceBytes

/** What sealing adds to the size of a plaintext. */
export const sealOverheadBytes = headerBytes + tagBytes

export function sealingKey(raw: Buffer): SealingKey {
  if (raw.length !== 32) throw new Error('a sealing key has 32 bytes')
  const id = createHash('sha256').update('svc sealing key id').update(raw).digest()
  return { id: id.subarray(0, keyIdBytes), key: createSecretKey(raw) }
}

/**
 * version (1) ‖ key id (4) ‖ nonce (12) ‖ ciphertext ‖ tag (16). `boundTo` names the place, such as
 * `verifications.claims:ver_...`; opening needs the very same text.
 */
export function seal(key: SealingKey, plaintext: Buffer, boundTo: string): Buffer {
  const sealer = openSealer(key, boundTo)
  return Buffer.concat([sealer.header, sealer.update(plaintext), sealer.finish()])
}

/** Seals what comes in pieces; header, updates and finish, written one after the other, equal `seal`. */
export interface Sealer {
  readonly header: Buffer
  update(chunk: Buffer): Buffer
  /** The last bytes; the sealer is spent after it. */
  finish(): Buffer
}

export function openSealer(key: SealingKey, boundTo: string): Sealer {
  const nonce = randomBytes(nonceBytes)
  const cipher: CipherGCM = createCipheriv('aes-256-gcm', key.key, nonce)
  cipher.setAAD(Buffer.from(boundTo))
  return {
    header: Buffer.concat([Buffer.of(version), key.id, nonce]),
    update: (chunk) => cipher.update(chunk),
    finish: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
  }
}

/** @throws UnsealError, with one message for every cause, when anything at all is not as it was sealed. */
export function unseal(key: SealingKey, sealed: Buffer, boundTo: string): Buffer {
  if (sealed.length < sealOverheadBytes || sealed[0] !== version) throw new UnsealError()
  if (!sealed.subarray(1, 1 + keyIdBytes).equals(key.id)) throw new UnsealError()
  const nonce = sealed.subarray(1 + keyIdBytes, headerBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.key, nonce)
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const plaintext = decipher.update(sealed.subarray(headerBytes, -tagBytes))
    return Buffer.concat([plaintext, decipher.final()])
  } catch {
    throw new UnsealError()
  }
}

/** Ciphertext that does not open: another key, another place, or altered bytes. */
export class UnsealError extends Error {
  constructor() {
    super('sealed bytes do not open: wrong key, wrong place, or altered')
    this.name = 'UnsealError'
  }
}
