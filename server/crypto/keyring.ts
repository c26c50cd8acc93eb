// The keyring: every key of the product, derived from the master key or wrapped by it. Each purpose has its own key:
// encryption, signing and indexing never share one.

import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { drawRandomBytes } from '../kernel/random-bytes.ts'
import { decrypt, type EncryptionKey, encrypt, encryptionKey } from './encrypt.ts'
import type { MasterKey } from './master-key.ts'

/** Purposes of small values that are encrypted with a key of the keyring instead of a verification's data key. */
export const encryptionPurposes = ['idempotency', 'webhook', 'event', 'user', 'approval'] as const
export type EncryptionPurpose = (typeof encryptionPurposes)[number]

/** Keyed digests: `api-key` is the pepper of stored keys, `blind-index` makes exact search possible. */
export const macPurposes = [
  'api-key',
  'blind-index',
  'idempotency',
  'audit',
  'user',
  'settings',
] as const
export type MacPurpose = (typeof macPurposes)[number]

export interface Keyring {
  /** Fingerprint of the master key, stored beside everything that it wraps. */
  readonly masterKeyId: string
  /** Returns a new data key, in memory only; wrap and store it before using it. */
  createDataKey(): EncryptionKey
  /** Encrypts a subject's data key for storage. */
  wrapDataKey(subjectId: string, key: EncryptionKey): Buffer
  /** @throws DecryptError if the wrapped key belongs to another subject or master key */
  openDataKey(subjectId: string, wrapped: Buffer): EncryptionKey
  encryptSmall(purpose: EncryptionPurpose, plaintext: Buffer, boundTo: string): Buffer
  decryptSmall(purpose: EncryptionPurpose, encrypted: Buffer, boundTo: string): Buffer
  /** Returns the HMAC-SHA-256 of `text` with the key of this purpose. */
  mac(purpose: MacPurpose, text: string | Buffer): Buffer
}

export function createKeyring(master: MasterKey): Keyring {
  const wrapping = encryptionKey(derive(master, 'wrap data keys'))
  const encryption: Record<EncryptionPurpose, EncryptionKey> = {
    idempotency: encryptionKey(derive(master, 'seal idempotency')),
    webhook: encryptionKey(derive(master, 'seal webhook')),
    event: encryptionKey(derive(master, 'seal event')),
    user: encryptionKey(derive(master, 'seal user')),
    approval: encryptionKey(derive(master, 'seal approval')),
  }
  // Key objects, because Node needs ten times as long for an HMAC whose key is a buffer.
  const macs: Record<MacPurpose, KeyObject> = {
    'api-key': macKey(master, 'mac api-key'),
    'blind-index': macKey(master, 'mac blind-index'),
    idempotency: macKey(master, 'mac idempotency'),
    audit: macKey(master, 'mac audit'),
    user: macKey(master, 'mac user'),
    settings: macKey(master, 'mac settings'),
  }
  return {
    masterKeyId: master.fingerprint,
    createDataKey: () => encryptionKey(drawRandomBytes(32)),
    wrapDataKey: (subjectId, { key }) => encrypt(wrapping, key.export(), `data-key:${subjectId}`),
    openDataKey: (subjectId, wrapped) =>
      encryptionKey(decrypt(wrapping, wrapped, `data-key:${subjectId}`)),
    encryptSmall: (purpose, plaintext, boundTo) => encrypt(encryption[purpose], plaintext, boundTo),
    decryptSmall: (purpose, encrypted, boundTo) => decrypt(encryption[purpose], encrypted, boundTo),
    mac: (purpose, text) => createHmac('sha256', macs[purpose]).update(text).digest(),
  }
}

function macKey(master: MasterKey, purpose: string): KeyObject {
  return createSecretKey(derive(master, purpose))
}

function derive(master: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master.bytes, Buffer.alloc(0), `svc 1 ${purpose}`, 32))
}
