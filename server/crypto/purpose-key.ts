// Purpose keys: one AES or HMAC key for each purpose and generation. The master key wraps them; the database stores
// them wrapped, so that the master key can change without touching anything else.

import { hkdfSync, timingSafeEqual } from 'node:crypto'
import { drawRandomBytes } from '../kernel/random-bytes.ts'
import {
  DecryptError,
  decrypt,
  type EncryptionKey,
  encrypt,
  encryptionKey,
  idOfRawKey,
} from './encrypt.ts'
import { createHexMac } from './hmac.ts'
import type { MasterKey } from './master-key.ts'

/** Purposes of small values that are encrypted with a key of the keyring instead of a verification's data key. */
export type EncryptionPurpose =
  | 'idempotency'
  | 'webhook'
  | 'event'
  | 'user'
  | 'approval'
  | 'certificate'

/** Keyed digests: `api-key` is the pepper of stored keys, `blind-index` makes exact search possible. */
export type MacPurpose = 'api-key' | 'blind-index' | 'idempotency' | 'audit' | 'user' | 'settings'

/**
 * Purposes whose key `svc crypto rotate-data` replaces; `wrapping` wraps the data keys of verifications. Values are
 * stored and therefore never renamed.
 */
export const rotatablePurposes = [
  'wrapping',
  'seal_idempotency',
  'seal_webhook',
  'seal_event',
  'seal_user',
  'seal_approval',
  'seal_certificate',
  'mac_api_key',
  'mac_blind_index',
] as const
export type RotatablePurpose = (typeof rotatablePurposes)[number]

/**
 * The last four make digests that cannot be made again: the entries of the audit log never change, a session's token
 * or a recovery code is not stored, and a kept answer lives a day.
 */
export const keyPurposes = [
  ...rotatablePurposes,
  'mac_idempotency',
  'mac_audit',
  'mac_user',
  'mac_settings',
] as const
export type KeyPurpose = (typeof keyPurposes)[number]

export function isRotatable(purpose: string): purpose is RotatablePurpose {
  return rotatablePurposes.some((one) => one === purpose)
}

export const encryptionPurpose = {
  idempotency: 'seal_idempotency',
  webhook: 'seal_webhook',
  event: 'seal_event',
  user: 'seal_user',
  approval: 'seal_approval',
  certificate: 'seal_certificate',
} as const satisfies Record<EncryptionPurpose, KeyPurpose>

export const macPurpose = {
  'api-key': 'mac_api_key',
  'blind-index': 'mac_blind_index',
  idempotency: 'mac_idempotency',
  audit: 'mac_audit',
  user: 'mac_user',
  settings: 'mac_settings',
} as const satisfies Record<MacPurpose, KeyPurpose>

export interface PurposeKey {
  /** Eight hex characters, which ciphertexts under this key carry in their header. */
  readonly id: string
  readonly purpose: KeyPurpose
  /** 32 bytes. */
  readonly raw: Buffer
  /** From when it encrypts and digests. It decrypts as soon as it exists. */
  readonly usedFrom: number
}

/** A purpose key as the database stores it. */
export interface WrappedPurposeKey {
  readonly id: string
  readonly purpose: KeyPurpose
  /** Fingerprint of the master key that wraps it. */
  readonly masterKeyId: string
  readonly wrapped: Buffer
  /** A digest with the key of a known text: shows that the unwrapped key is the right one. */
  readonly checkValue: Buffer
  readonly usedFrom: number
}

export function newPurposeKey(purpose: KeyPurpose, usedFrom: number): PurposeKey {
  return purposeKeyFrom(purpose, drawRandomBytes(32), usedFrom)
}

export function purposeKeyFrom(purpose: KeyPurpose, raw: Buffer, usedFrom: number): PurposeKey {
  return { id: idOfRawKey(raw), purpose, raw, usedFrom }
}

export function wrapPurposeKey(master: MasterKey, key: PurposeKey): WrappedPurposeKey {
  const { id, purpose, raw, usedFrom } = key
  return {
    id,
    purpose,
    masterKeyId: master.fingerprint,
    wrapped: encrypt(wrappingKeyOf(master), raw, bindingOf(key)),
    checkValue: checkValueOf(raw),
    usedFrom,
  }
}

/** @throws DecryptError if it was wrapped by another master key, was altered, or is another key than it says */
export function unwrapPurposeKey(master: MasterKey, stored: WrappedPurposeKey): PurposeKey {
  const { purpose, usedFrom, checkValue } = stored
  const raw = decrypt(wrappingKeyOf(master), stored.wrapped, bindingOf(stored))
  const expected = checkValueOf(raw)
  const isRight = checkValue.length === expected.length && timingSafeEqual(checkValue, expected)
  const key = purposeKeyFrom(purpose, raw, usedFrom)
  if (!isRight || key.id !== stored.id) throw new DecryptError()
  return key
}

/** Derived once: every stored purpose key is unwrapped with it. */
const wrappingKeys = new WeakMap<MasterKey, EncryptionKey>()

function wrappingKeyOf(master: MasterKey): EncryptionKey {
  const known = wrappingKeys.get(master)
  if (known !== undefined) return known
  const info = 'svc 2 wrap purpose keys'
  const raw = Buffer.from(hkdfSync('sha256', master.bytes, Buffer.alloc(0), info, 32))
  const key = encryptionKey(raw)
  wrappingKeys.set(master, key)
  return key
}

function bindingOf({ id, purpose }: Pick<PurposeKey, 'id' | 'purpose'>): string {
  return `purpose-key:${purpose}:${id}`
}

function checkValueOf(raw: Buffer): Buffer {
  return Buffer.from(createHexMac(raw)('svc purpose key check'), 'hex').subarray(0, 8)
}
