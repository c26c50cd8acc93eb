// JSON shape of an API key (rulings 3.1). The key's text appears only in the response that creates it.

import { toIso } from '../kernel/clock.ts'
import type { CreatedKey } from './create-key.ts'
import { type ApiKey, type Environment, type KeyState, type Scope, stateOf } from './key.ts'
import type { Revoked } from './revoke-key.ts'

export interface KeyJson {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  /** `svc_live_AbCd…WxYz`: enough to tell keys apart. */
  readonly hint: string
  readonly scopes: readonly Scope[]
  readonly allowed_cidrs: readonly string[]
  readonly status: KeyState
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly rotated_from?: string
  /** The key that created it over REST. */
  readonly created_by_key?: string
  /** Set on the host: keys that it creates may have scopes that it lacks. */
  readonly unrestricted?: true
}

export interface CreatedKeyJson extends KeyJson {
  /** The key itself. */
  readonly key: string
}

/** `key` is null in a replayed response. */
export interface ShownKeyJson extends KeyJson {
  readonly key: string | null
}

/** Response to a revocation. Children are keys that this key created over REST, directly or through others. */
export interface RevokedKeyJson extends KeyJson {
  /** Revoked together with it. */
  readonly revoked_children: readonly string[]
  /** Not revoked. */
  readonly remaining_children: readonly string[]
}

export interface KeyRotationJson {
  /** Default grace period of a rotated key. */
  readonly grace_seconds: number
}

export function keyJson(key: ApiKey, nowMs: number): KeyJson {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    hint: `svc_${key.environment}_${key.hint.first4}…${key.hint.last4}`,
    scopes: key.scopes,
    allowed_cidrs: key.allowedCidrs,
    status: stateOf(key, nowMs),
    created_at: toIso(key.createdAt),
    expires_at: key.expiresAt === undefined ? null : toIso(key.expiresAt),
    revoked_at: key.revokedAt === undefined ? null : toIso(key.revokedAt),
    last_used_at: key.lastUsedAt === undefined ? null : toIso(key.lastUsedAt),
    ...(key.rotatedFrom === undefined ? {} : { rotated_from: key.rotatedFrom }),
    ...(key.createdByKey === undefined ? {} : { created_by_key: key.createdByKey }),
    ...(key.isUnrestricted ? { unrestricted: true } : {}),
  }
}

export function createdKeyJson(created: CreatedKey, nowMs: number): CreatedKeyJson {
  const { id, ...rest } = keyJson(created.key, nowMs)
  return { id, key: created.text, ...rest }
}

/** The same without the key's text, for a replay under an Idempotency-Key (rulings 9.3). */
export function createdKeyAgainJson(created: CreatedKey, nowMs: number): ShownKeyJson {
  return { ...createdKeyJson(created, nowMs), key: null }
}

export function revokedKeyJson({ key, children, left }: Revoked, nowMs: number): RevokedKeyJson {
  return {
    ...keyJson(key, nowMs),
    revoked_children: children.map(({ id }) => id),
    remaining_children: left.map(({ id }) => id),
  }
}

export function keyRotationJson(graceMs: number): KeyRotationJson {
  return { grace_seconds: Math.round(graceMs / 1000) }
}
