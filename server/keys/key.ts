// The API key: its text, its scopes, its life. Pure; nothing here knows where keys are kept.

import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const environments = ['sandbox', 'live'] as const
export type Environment = (typeof environments)[number]

export const scopes = [
  'kyc.verify',
  'kyc.read',
  'score.get',
  'usage.read',
  'webhooks.manage',
  'keys.manage',
] as const
export type Scope = (typeof scopes)[number]

/** What a key gets unless told otherwise (rulings 3.2): all but the right to make keys. */
export const scopesDefault: readonly Scope[] = scopes.filter((scope) => scope !== 'keys.manage')

export const keyStates = ['active', 'awaiting_approval', 'revoked', 'expired'] as const
export type KeyState = (typeof keyStates)[number]

const sensitiveScopes: readonly Scope[] = [
  'kyc.verify',
  'kyc.read',
  'keys.manage',
  'webhooks.manage',
]

/** Whether it reads people, costs money, makes more keys or says where events go: of such a one a second person should know. */
export function isSensitive({ environment, scopes }: Pick<ApiKey, 'environment' | 'scopes'>) {
  return environment === 'live' && sensitiveScopes.some((scope) => scopes.includes(scope))
}

/** A key as it is kept: everything but its secret text. */
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
  /** The key that this one took over from, where it came out of a rotation. */
  readonly rotatedFrom: string | undefined
  /** Since when it waits for a second person and works for nobody; undefined for one that need not, or no longer. */
  readonly waitingSince: number | undefined
  /** The member who made it in the console. */
  readonly createdByMember: string | undefined
  /** The key that made it over REST. */
  readonly createdByKey: string | undefined
  /** Whether keys that it makes may have scopes that it lacks. Set on the host only. */
  readonly isUnrestricted: boolean
}

const secretCharacters = 43
const checksumCharacters = 6
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^svc_(sandbox|live)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * A new key text: `svc_<environment>_`, 43 base62 characters (256 random bits), then 6 base62
 * characters of CRC-32 over all that stands before them (rulings 3.1).
 */
export function generateKeyText(environment: Environment): string {
  const body = `svc_${environment}_${encodeBase62(randomBytes(32), secretCharacters)}`
  return body + checksum(body)
}

/**
 * The environment that a key text names, or undefined when the text cannot be a key of ours: the
 * shape or the checksum is wrong. Costs no look-up, so junk never reaches the database.
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

/** A revoked key stays revoked whatever its expiry; a key dies at the instant of `expiresAt`. */
export function stateOf(key: ApiKey, nowMs: number): KeyState {
  // Whatever the clock says now: it may have been set back since.
  if (key.revokedAt !== undefined) return 'revoked'
  if (key.expiresAt !== undefined && key.expiresAt <= nowMs) return 'expired'
  if (key.waitingSince !== undefined) return 'awaiting_approval'
  return 'active'
}

function checksum(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return encodeBase62(bytes, checksumCharacters)
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
