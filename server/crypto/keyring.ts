// The keyring: every key the product uses, derived from the master key or wrapped by it. One purpose,
// one key: what seals is never what signs, and neither is what indexes.

import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'
import { type SealingKey, seal, sealingKey, unseal } from './seal.ts'

/** Small values sealed under a key of the keyring itself, where no data key of a verification applies. */
export const sealingPurposes = ['idempotency', 'webhook', 'event', 'staff', 'approval'] as const
export type SealingPurpose = (typeof sealingPurposes)[number]

/** Keyed digests: `api-key` is the pepper of stored keys, `blind-index` makes exact search possible. */
export const macPurposes = [
  'api-key',
  'blind-index',
  'idempotency',
  'audit',
  'staff',
  'settings',
] as const
export type MacPurpose = (typeof macPurposes)[number]

export interface Keyring {
  /** Fingerprint of the master key behind it; written beside whatever it wraps. */
  readonly masterKeyId: string
  /** A new data key, in memory only. It is worth something once it is wrapped and stored. */
  createDataKey(): SealingKey
  /** The form in which a subject's data key is stored. */
  wrapDataKey(subjectId: string, key: SealingKey): Buffer
  /** @throws UnsealError when the wrapped key is not this subject's or not this master key's. */
  openDataKey(subjectId: string, wrapped: Buffer): SealingKey
  sealSmall(purpose: SealingPurpose, plaintext: Buffer, boundTo: string): Buffer
  openSmall(purpose: SealingPurpose, sealed: Buffer, boundTo: string): Buffer
  /** HMAC-SHA-256 of `text` under the key of this purpose. */
  mac(purpose: MacPurpose, text: string | Buffer): Buffer
}

export function createKeyring(master: MasterKey): Keyring {
  const wrapping = sealingKey(derive(master, 'wrap data keys'))
  const sealing: Record<SealingPurpose, SealingKey> = {
    idempotency: sealingKey(derive(master, 'seal idempotency')),
    webhook: sealingKey(derive(master, 'seal webhook')),
    event: sealingKey(derive(master, 'seal event')),
    staff: sealingKey(derive(master, 'seal staff')),
    approval: sealingKey(derive(master, 'seal approval')),
  }
  const macs: Record<MacPurpose, Buffer> = {
    'api-key': derive(master, 'mac api-key'),
    'blind-index': derive(master, 'mac blind-index'),
    idempotency: derive(master, 'mac idempotency'),
    audit: derive(master, 'mac audit'),
    staff: derive(master, 'mac staff'),
    settings: derive(master, 'mac settings'),
  }
  return {
    masterKeyId: master.fingerprint,
    createDataKey: () => sealingKey(randomBytes(32)),
    wrapDataKey: (subjectId, { key }) => seal(wrapping, key.export(), `data-key:${subjectId}`),
    openDataKey: (subjectId, wrapped) =>
      sealingKey(unseal(wrapping, wrapped, `data-key:${subjectId}`)),
    sealSmall: (purpose, plaintext, boundTo) => seal(sealing[purpose], plaintext, boundTo),
    openSmall: (purpose, sealed, boundTo) => unseal(sealing[purpose], sealed, boundTo),
    mac: (purpose, text) => createHmac('sha256', macs[purpose]).update(text).digest(),
  }
}

function derive(master: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master.bytes, Buffer.alloc(0), `svc 1 ${purpose}`, 32))
}
