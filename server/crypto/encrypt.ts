// Authenticated encryption for the whole product: AES-256-GCM with a fresh nonce. The associated data names the
// place of the ciphertext, so that it can be neither read, altered nor moved elsewhere.

import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
} from 'node:crypto'
import { drawRandomBytes } from '../kernel/random-bytes.ts'

/** A 256-bit key with the short id that its ciphertexts carry. */
export interface EncryptionKey {
  /** Four bytes of SHA-256 over a label and the key: distinguishes keys without revealing them. */
  readonly id: Buffer
  readonly key: KeyObject
}

const version = 1
const keyIdLabel = Buffer.from('svc sealing key id')
const nonceBytes = 12
const tagBytes = 16
const keyIdBytes = 4
const headerBytes = 1 + keyIdBytes + nonceBytes

/** Bytes that encryption adds to a plaintext. */
export const encryptionOverheadBytes = headerBytes + tagBytes

export function encryptionKey(raw: Buffer): EncryptionKey {
  return { id: Buffer.from(idOfRawKey(raw), 'hex'), key: createSecretKey(raw) }
}

/** Returns the id of the key with these 32 bytes, hex. */
export function idOfRawKey(raw: Buffer): string {
  if (raw.length !== 32) throw new Error('an encryption key has 32 bytes')
  return hash('sha256', Buffer.concat([keyIdLabel, raw]), 'hex').slice(0, 2 * keyIdBytes)
}

/**
 * Returns version (1) ‖ key id (4) ‖ nonce (12) ‖ ciphertext ‖ tag (16). `boundTo` names the place, such as
 * `verifications.claims:ver_...`; decryption needs the same text.
 */
export function encrypt(key: EncryptionKey, plaintext: Buffer, boundTo: string): Buffer {
  const nonce = drawRandomBytes(nonceBytes)
  const cipher = startCipher(key, nonce, boundTo)
  const encrypted = Buffer.allocUnsafe(encryptionOverheadBytes + plaintext.length)
  writeHeader(encrypted, key, nonce)
  encrypted.set(cipher.update(plaintext), headerBytes)
  // Returns nothing, because GCM is a stream cipher, but computes the tag.
  cipher.final()
  encrypted.set(cipher.getAuthTag(), headerBytes + plaintext.length)
  return encrypted
}

/** Encrypts a stream; header, updates and finish, concatenated, equal the result of `encrypt`. */
export interface Encryptor {
  readonly header: Buffer
  update(chunk: Buffer): Buffer
  /** Returns the last bytes. Nothing may be called after it. */
  finish(): Buffer
}

export function createEncryptor(key: EncryptionKey, boundTo: string): Encryptor {
  const nonce = drawRandomBytes(nonceBytes)
  const cipher = startCipher(key, nonce, boundTo)
  return {
    header: writeHeader(Buffer.allocUnsafe(headerBytes), key, nonce),
    update: (chunk) => cipher.update(chunk),
    finish: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
  }
}

function startCipher({ key }: EncryptionKey, nonce: Buffer, boundTo: string): CipherGCM {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(boundTo))
  return cipher
}

function writeHeader(target: Buffer, key: EncryptionKey, nonce: Buffer): Buffer {
  target[0] = version
  target.set(key.id, 1)
  target.set(nonce, 1 + keyIdBytes)
  return target
}

/** Returns the id, in hex, of the key that a ciphertext names in its header. */
export function keyIdOf(encrypted: Buffer): string {
  return encrypted.toString('hex', 1, 1 + keyIdBytes)
}

/** @throws DecryptError for a wrong key, a wrong place or altered bytes, with the same message for each */
export function decrypt(key: EncryptionKey, encrypted: Buffer, boundTo: string): Buffer {
  if (encrypted.length < encryptionOverheadBytes || encrypted[0] !== version)
    throw new DecryptError()
  if (!encrypted.subarray(1, 1 + keyIdBytes).equals(key.id)) throw new DecryptError()
  const nonce = encrypted.subarray(1 + keyIdBytes, headerBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.key, nonce)
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(encrypted.subarray(-tagBytes))
  try {
    const plaintext = decipher.update(encrypted.subarray(headerBytes, -tagBytes))
    // Only checks the tag: GCM leaves no bytes for the end.
    decipher.final()
    return plaintext
  } catch {
    throw new DecryptError()
  }
}

/** Thrown if a ciphertext cannot be decrypted: wrong key, wrong place or altered bytes. */
export class DecryptError extends Error {
  constructor() {
    super('the data cannot be decrypted: wrong key, wrong place, or altered')
    this.name = 'DecryptError'
  }
}

/** Returns undefined for what does not decrypt. */
export function tryDecrypt<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof DecryptError) return undefined
    throw error
  }
}
