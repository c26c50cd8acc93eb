// The keyring: the purpose keys of this process, ready for use. Each purpose has its own keys: encryption, signing and
// indexing never share one. Key objects are made once, so an encryption costs no lookup beyond a field.

import { drawRandomBytes } from '../kernel/random-bytes.ts'
import type { DataKeyCache } from './data-key-cache.ts'
import { decrypt, type EncryptionKey, encrypt, encryptionKey, keyIdOf } from './encrypt.ts'
import { createHexMac, type HexMac } from './hmac.ts'
import {
  type EncryptionPurpose,
  encryptionPurpose,
  type KeyPurpose,
  keyPurposes,
  type MacPurpose,
  macPurpose,
  type PurposeKey,
} from './purpose-key.ts'

export interface Keyring {
  /** Fingerprint of the master key that wraps the purpose keys. */
  readonly masterKeyId: string
  /** Returns the id of the key that is used now for this purpose; rows name it to be found at a rotation. */
  keyId(purpose: KeyPurpose): string
  /** Number of purpose keys, older ones included. */
  keyCount(): number
  /** Returns a new data key, in memory only; wrap and store it before using it. */
  createDataKey(): EncryptionKey
  wrapDataKey(subjectId: string, key: EncryptionKey): Buffer
  /** @throws DecryptError if the wrapped key belongs to another subject or another keyring */
  openDataKey(subjectId: string, wrapped: Buffer): EncryptionKey
  encryptSmall(purpose: EncryptionPurpose, plaintext: Buffer, boundTo: string): Buffer
  decryptSmall(purpose: EncryptionPurpose, encrypted: Buffer, boundTo: string): Buffer
  /** Returns the HMAC-SHA-256 of `text` with the key that is used now for this purpose. */
  mac(purpose: MacPurpose, text: string | Buffer): Buffer
  /** Like `mac`, hex. */
  macHex(purpose: MacPurpose, text: string | Buffer): string
  /** Returns the HMAC-SHA-256 of `text` with each key of this purpose, the one that is used now first. */
  macs(purpose: MacPurpose, text: string | Buffer): readonly Buffer[]
}

/** The keys of a keyring at an instant. */
interface KeyringKeys {
  readonly masterKeyId: string
  /** At least one for each purpose. */
  readonly keys: readonly PurposeKey[]
  readonly nowMs: number
}

/** A keyring whose keys can be replaced while others use it. */
export interface ReplaceableKeyring extends Keyring {
  /** Takes over the keys, and which of them is used now. */
  replace(keys: KeyringKeys): void
}

/** The keys of one purpose. */
interface Generations {
  readonly current: Generation
  /** All, the current one first. */
  readonly all: readonly Generation[]
}

interface Generation {
  readonly id: string
  readonly encryption: EncryptionKey
  /** Made once, because Node needs ten times as long for an HMAC whose key is a buffer. */
  readonly mac: HexMac
}

type Rings = Readonly<Record<KeyPurpose, Generations>>

/** @param cache keeps data keys for a moment after they were opened; absent: each is unwrapped every time */
export function createKeyring(keys: KeyringKeys, cache?: DataKeyCache): ReplaceableKeyring {
  let masterKeyId = keys.masterKeyId
  let rings = ringsOf(keys)
  return {
    get masterKeyId() {
      return masterKeyId
    },
    keyId: (purpose) => rings[purpose].current.id,
    keyCount: () => keyPurposes.reduce((sum, purpose) => sum + rings[purpose].all.length, 0),
    createDataKey: () => encryptionKey(drawRandomBytes(32)),
    wrapDataKey: (subjectId, { key }) =>
      encrypt(rings.wrapping.current.encryption, key.export(), dataKeyBinding(subjectId)),
    openDataKey(subjectId, wrapped) {
      const known = cache?.find(subjectId, wrapped)
      if (known !== undefined) return known
      const wrapping = keyFor(rings.wrapping, wrapped)
      const key = encryptionKey(decrypt(wrapping, wrapped, dataKeyBinding(subjectId)))
      cache?.keep(subjectId, wrapped, key)
      return key
    },
    encryptSmall: (purpose, plaintext, boundTo) =>
      encrypt(rings[encryptionPurpose[purpose]].current.encryption, plaintext, boundTo),
    decryptSmall: (purpose, encrypted, boundTo) =>
      decrypt(keyFor(rings[encryptionPurpose[purpose]], encrypted), encrypted, boundTo),
    mac: (purpose, text) => Buffer.from(rings[macPurpose[purpose]].current.mac(text), 'hex'),
    macHex: (purpose, text) => rings[macPurpose[purpose]].current.mac(text),
    macs: (purpose, text) =>
      rings[macPurpose[purpose]].all.map(({ mac }) => Buffer.from(mac(text), 'hex')),
    replace(newer) {
      masterKeyId = newer.masterKeyId
      rings = ringsOf(newer)
      cache?.clear()
    },
  }
}

/** Returns the key that the ciphertext names; the current one, which cannot decrypt it, if that is unknown. */
function keyFor({ current, all }: Generations, encrypted: Buffer): EncryptionKey {
  if (all.length === 1) return current.encryption
  const id = keyIdOf(encrypted)
  return (all.find((one) => one.id === id) ?? current).encryption
}

function dataKeyBinding(subjectId: string): string {
  return `data-key:${subjectId}`
}

function ringsOf({ keys, nowMs }: KeyringKeys): Rings {
  const entries = keyPurposes.map((purpose) => [purpose, generationsOf(keys, purpose, nowMs)])
  return Object.fromEntries(entries) as Rings
}

/** The key with the latest start that has come is the current one. */
function generationsOf(
  keys: readonly PurposeKey[],
  purpose: KeyPurpose,
  nowMs: number,
): Generations {
  const ofPurpose = keys
    .filter((key) => key.purpose === purpose)
    .sort((one, other) => other.usedFrom - one.usedFrom)
  const first = ofPurpose.find(({ usedFrom }) => usedFrom <= nowMs) ?? ofPurpose.at(-1)
  if (first === undefined) throw new Error(`the keyring has no key for ${purpose}`)
  const current = generationOf(first)
  const others = ofPurpose.filter((key) => key !== first).map(generationOf)
  return { current, all: [current, ...others] }
}

function generationOf({ id, raw }: PurposeKey): Generation {
  return { id, encryption: encryptionKey(raw), mac: createHexMac(raw) }
}
