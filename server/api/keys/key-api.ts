// The wire shape of API keys (rulings 3.1), for REST, the console and the CLI: requests, responses and how they become
// each other. The key's text appears only in the response that creates it.

import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { AppError, type Fault, refuseFaults } from '../../kernel/app-error.ts'
import { isoOrNull, toIso } from '../../kernel/clock.ts'
import { type Environment, environments } from '../../kernel/environment.ts'
import {
  atMostCharacters,
  choiceFault,
  namesMax,
  notOneOf,
  textFlag,
  typeFault,
} from '../../kernel/field-shape.ts'
import { instantOrDate, parseInstant } from '../../kernel/instant.ts'
import { parseOrFault, parseOrRefuse } from '../../kernel/parse-or-refuse.ts'
import { unprintable } from '../../kernel/unprintable.ts'
import { idText, instantText, pageOf, type Wire } from '../../kernel/wire-schema.ts'
import {
  type ApiKey,
  type CreatedKey,
  keyStates,
  type NewKey,
  type Revoked,
  type Scope,
  scopes,
  scopesDefault,
  stateOf,
} from '../../keys/key.ts'

const nameCharactersMax = 100
const cidrsMax = 50

/** Pattern of the CIDRs that `isCidr` accepts, as far as a pattern can express it. */
const cidrPattern = `^(?:${inner(z.regexes.cidrv4)}|${inner(z.regexes.cidrv6)})$`

function inner({ source }: RegExp): string {
  return source.replace(/^\^|\$$/g, '')
}

const newKeyFields = z.object({
  name: atMostCharacters(
    z
      .string({ error: typeFault('name', 'a text that says what the key is for') })
      .trim()
      .min(1, 'name must not be empty.'),
    nameCharactersMax,
    `name has at most ${nameCharactersMax} characters.`,
  )
    .refine((text) => !unprintable.test(text), 'name holds control or direction characters.')
    .meta({ description: 'A label that says what the key is for.', example: 'Branch office' }),
  environment: z.enum(environments, { error: choiceFault('environment', environments) }),
  scopes: z
    .array(z.enum(scopes, { error: notOneOf(`scopes may hold ${scopes.join(', ')}`) }), {
      error: typeFault('scopes', `a list out of ${scopes.join(', ')}`),
    })
    .min(1, 'scopes must not be empty. Leave it out for the default scopes.')
    .max(namesMax, `scopes has at most ${namesMax} entries.`)
    .optional()
    .describe(
      'What the key may do, within the scopes of the requesting key. Default: all of those except `keys.manage`.',
    ),
  allowed_cidrs: z
    .array(
      z
        .string({ error: typeFault('an entry of allowed_cidrs', 'a text such as 10.0.0.0/8') })
        .refine(isCidr, {
          error: notOneOf(
            'allowed_cidrs holds CIDRs such as 10.0.0.0/8, 192.0.2.7/32 for one address, or 2001:db8::/32',
          ),
        })
        .meta({ pattern: cidrPattern }),
      { error: typeFault('allowed_cidrs', 'a list of texts such as 10.0.0.0/8') },
    )
    .max(cidrsMax, `allowed_cidrs has at most ${cidrsMax} entries.`)
    .optional()
    .describe(
      'Networks from which the key may be used, within those of the requesting key. Default, or if empty: the same networks.',
    ),
  expires_at: instantOrDate('expires_at')
    .optional()
    .describe(
      'When the key expires, no later than the requesting key; a plain date is its first instant, UTC. Default: together with the requesting key.',
    ),
})

/** A key creates keys of its own environment, so REST lets the client leave it out. */
export const newKeySchema = newKeyFields
  .extend({
    environment: newKeyFields.shape.environment
      .optional()
      .describe(
        'The requesting key’s environment, which is also the default; the other one is refused.',
      ),
  })
  .meta({ id: 'NewApiKey' })

/**
 * @param usualScopes Scopes of a key whose request names none
 * @throws AppError `invalid_request` with every fault.
 */
export function parseNewKey(
  body: unknown,
  nowMs: number,
  usualScopes: readonly Scope[] = scopesDefault,
): NewKey {
  const parsed = parseOrFault(newKeyFields, body)
  const faults = [
    ...(parsed.kind === 'faulty' ? parsed.faults : []),
    ...faultsOfExpiry(body, nowMs),
  ]
  if (parsed.kind === 'faulty' || faults.length > 0) throw refuseFaults(faults)
  const { data } = parsed
  return {
    name: data.name,
    environment: data.environment,
    scopes: scopes.filter((scope) => (data.scopes ?? usualScopes).includes(scope)),
    allowedCidrs: data.allowed_cidrs ?? [],
    expiresAt: data.expires_at,
  }
}

/** Compared with the clock apart from the schema, which is built once. */
function faultsOfExpiry(body: unknown, nowMs: number): readonly Fault[] {
  const given = typeof body === 'object' && body !== null && 'expires_at' in body && body.expires_at
  const expiresAt = typeof given === 'string' ? parseInstant(given) : undefined
  if (expiresAt === undefined || expiresAt > nowMs) return []
  const message = 'expires_at must lie in the future.'
  return [{ param: 'expires_at', code: 'invalid', message }]
}

export const keyRevocationQuery = z.object({
  revoke_children: textFlag('revoke_children').optional().meta({
    description: 'Whether keys that this key created, directly or through others, are revoked too.',
    example: true,
  }),
})

/** @throws AppError `invalid_request` */
export function parseRevocation(query: unknown): { readonly withChildren: boolean } {
  return { withChildren: parseOrRefuse(keyRevocationQuery, query).revoke_children ?? false }
}

const graceSecondsMax = 30 * 24 * 60 * 60

export const keyRotationSchema = z
  .object({
    grace_seconds: z
      .int({ error: typeFault('grace_seconds', 'a whole number of seconds') })
      .min(0, 'grace_seconds is 0 or more.')
      .max(graceSecondsMax, `grace_seconds is at most ${graceSecondsMax} (30 days).`)
      .optional()
      .describe('How long the old key still works. 0 revokes it at once. Default: one day.'),
  })
  .meta({ id: 'ApiKeyRotation' })

/** Returns the grace period in milliseconds. @throws AppError `invalid_request` */
export function parseRotation(body: unknown, graceDefaultMs: number): number {
  const { grace_seconds: seconds } = parseOrRefuse(keyRotationSchema, body)
  return seconds === undefined ? graceDefaultMs : seconds * 1000
}

/** The console's hint of the default grace period. */
export interface KeyRotationJson {
  readonly grace_seconds: number
}

export function keyRotationJson(graceMs: number): KeyRotationJson {
  return { grace_seconds: Math.round(graceMs / 1000) }
}

/** A key never creates keys of the other environment. @throws AppError `wrong_environment` */
export function requireSameEnvironment(apiKey: Environment, asked: Environment): void {
  if (apiKey === asked) return
  throw new AppError(
    'wrong_environment',
    `This is a ${apiKey} key. To create a ${asked} key, use a ${asked} key or svc keys create.`,
    { param: 'environment' },
  )
}

/** Accepts unambiguous CIDRs that can match: not `10/8` or `010.0.0.0/8`, no zone, no IPv4 in IPv6. */
function isCidr(text: string): boolean {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return true
  if (!ipaddr.IPv6.isValidCIDR(text) || text.includes('%')) return false
  return !ipaddr.IPv6.parseCIDR(text)[0].isIPv4MappedAddress()
}

const keyFields = z.object({
  id: idText('key', 'The key’s id; not its text.'),
  name: z.string().describe('A label that says what the key is for.'),
  environment: z.enum(environments).describe('The environment that the key works in.'),
  hint: z
    .string()
    .meta({ description: 'Start and end of the key’s text.', example: 'svc_live_AbCd…WxYz' }),
  scopes: z.array(z.enum(scopes)).describe('What the key may do.'),
  allowed_cidrs: z
    .array(z.string())
    .describe('Networks from which the key may be used; empty for any.'),
  status: z
    .enum(keyStates)
    .describe('Only an active key works. A key that awaits approval waits for an administrator.'),
  created_at: instantText('When it was created.'),
  expires_at: instantText(
    'When it expires, for example after a rotation; null for never.',
  ).nullable(),
  revoked_at: instantText('When it was revoked; null if it is not.').nullable(),
  last_used_at: instantText('When it was last used, to about a minute; null for never.').nullable(),
  rotated_from: idText(
    'key',
    'The key that it replaced in a rotation; left out otherwise.',
  ).exactOptional(),
  created_by_key: idText(
    'key',
    'The key that created it over this API; left out otherwise.',
  ).exactOptional(),
  unrestricted: z
    .literal(true)
    .describe('Set on the host: keys that it creates may have scopes that it lacks.')
    .exactOptional(),
})

const keySchema = keyFields.meta({ id: 'ApiKey' })
export type KeyJson = Wire<typeof keySchema>

export const createdKeySchema = keyFields
  .extend({
    key: z
      .string()
      .nullable()
      .describe('The key’s text. Shown once: null in a replayed response (`Idempotent-Replayed`).'),
  })
  .meta({ id: 'CreatedApiKey' })
type ShownKeyJson = Wire<typeof createdKeySchema>
export type CreatedKeyJson = ShownKeyJson & { readonly key: string }

const children = z.array(z.string())

export const revokedKeySchema = keyFields
  .extend({
    revoked_children: children.describe('Ids of keys that it created, revoked together with it.'),
    remaining_children: children.describe('Ids of keys that it created and that still work.'),
  })
  .meta({ id: 'RevokedApiKey' })
export type RevokedKeyJson = Wire<typeof revokedKeySchema>

export const keyListSchema = pageOf(keySchema, 'ApiKeyList')

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
    expires_at: isoOrNull(key.expiresAt),
    revoked_at: isoOrNull(key.revokedAt),
    last_used_at: isoOrNull(key.lastUsedAt),
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
