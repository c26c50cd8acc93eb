// The API key: its text, scopes and state. Pure except for generating the text.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../kernel/environment.ts'

export const scopes = [
  'kyc.verify',
  'kyc.read',
  'score.get',
  'usage.read',
  'webhooks.manage',
  'keys.manage',
] as const
export type Scope = (typeof scopes)[number]

/** Default scopes of a new key (rulings 3.2): all but managing keys. */
export const scopesDefault: readonly Scope[] = scopes.filter((scope) => scope !== 'keys.manage')

export const keyStates = ['active', 'awaiting_approval', 'revoked', 'expired'] as const
export type KeyState = (typeof keyStates)[number]

const sensitiveScopes: readonly Scope[] = [
  'kyc.verify',
  'kyc.read',
  'keys.manage',
  'webhooks.manage',
]

/** Whether the key can read personal data, cost money, create keys or set where events go: it needs an approval. */
export function isSensitive({ environment, scopes }: Pick<ApiKey, 'environment' | 'scopes'>) {
  return environment === 'live' && sensitiveScopes.some((scope) => scopes.includes(scope))
}

/** A key without its secret text. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  /** CIDRs from which the key may be used; empty means from anywhere. */
  readonly allowedCidrs: readonly string[]
  /** First and last four characters of the secret part, to tell keys apart in a list. */
  readonly hint: { readonly first4: string; readonly last4: string }
  readonly createdAt: number
  readonly expiresAt: number | undefined
  readonly revokedAt: number | undefined
  readonly lastUsedAt: number | undefined
  /** The key that this one replaced in a rotation. */
  readonly rotatedFrom: string | undefined
  /** Since when the key waits for approval and does not work yet; undefined if it does not wait. */
  readonly waitingSince: number | undefined
  /** The user who created it in the console. */
  readonly createdByUser: string | undefined
  /** The key that created it over REST. */
  readonly createdByKey: string | undefined
  /** Whether keys that it creates may have scopes that it lacks. Set on the host only. */
  readonly isUnrestricted: boolean
}

/** What is asked of a new key. */
export type NewKey = Pick<ApiKey, 'name' | 'environment' | 'scopes' | 'allowedCidrs' | 'expiresAt'>

/** A new key and its text, which is not stored and cannot be shown again. */
export interface CreatedKey {
  readonly key: ApiKey
  readonly text: string
}

export interface Revoked {
  readonly key: ApiKey
  /** Keys that it created and that were revoked with it. */
  readonly children: readonly ApiKey[]
  /** Keys that it created and that are still active or wait for approval. */
  readonly left: readonly ApiKey[]
}

const secretCharacters = 43
const checksumCharacters = 6
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^svc_(sandbox|live)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * Returns a new key text: `svc_<environment>_`, 43 base62 characters (256 random bits), then 6 base62 characters
 * of CRC-32 over everything before them (rulings 3.1).
 */
export function generateKeyText(environment: Environment): string {
  const body = `svc_${environment}_${encodeBase62(randomBytes(32), secretCharacters)}`
  return body + checksum(body)
}

/**
 * Returns the environment that a key text names; undefined if its shape or checksum is wrong, so that malformed
 * texts never reach the database.
 */
export function environmentOfKeyText(text: string): Environment | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const body = text.slice(0, -checksumCharacters)
  if (checksum(body) !== text.slice(-checksumCharacters)) return undefined
  return match[1] === 'live' ? 'live' : 'sandbox'
}

export function hintOfKeyText(text: string): ApiKey['hint'] {
  const secret = text.slice(text.lastIndexOf('_') + 1)
  return { first4: secret.slice(0, 4), last4: secret.slice(-4) }
}

/** A revoked key stays revoked whatever its expiry. At the instant `expiresAt` a key is expired. */
export function stateOf(key: ApiKey, nowMs: number): KeyState {
  // Does not compare with `nowMs`: the clock may have been set back since.
  if (key.revokedAt !== undefined) return 'revoked'
  if (key.expiresAt !== undefined && key.expiresAt <= nowMs) return 'expired'
  if (key.waitingSince !== undefined) return 'awaiting_approval'
  return 'active'
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < checksumCharacters; index += 1) {
    text = base62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

function encodeBase62(bytes: Buffer, characters: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let index = 0; index < characters; index += 1) {
    text = base62.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
