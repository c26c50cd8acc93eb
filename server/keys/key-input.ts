// Parses requests about API keys; reports all faults at once.

import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { atMostCharacters, choiceFault, textFlag, typeFault } from '../kernel/field-shape.ts'
import { instantOrDate } from '../kernel/instant.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { type Environment, environments, type Scope, scopes, scopesDefault } from './key.ts'

export interface NewKey {
  readonly name: string
  readonly environment: Environment
  readonly scopes: readonly Scope[]
  readonly allowedCidrs: readonly string[]
  readonly expiresAt: number | undefined
}

const nameCharactersMax = 100
const cidrsMax = 50

/** Pattern of the CIDRs that `isCidr` accepts, as far as a pattern can express it. */
export const cidrPattern = `^(?:${inner(z.regexes.cidrv4)}|${inner(z.regexes.cidrv6)})$`

function inner({ source }: RegExp): string {
  return source.replace(/^\^|\$$/g, '')
}

/**
 * @param usualScopes Scopes of a key whose request names none
 * @throws AppError `invalid_request` with every fault.
 */
export function parseNewKey(
  body: unknown,
  nowMs: number,
  usualScopes: readonly Scope[] = scopesDefault,
): NewKey {
  const parsed = newKeyBody(nowMs).safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(parsed.error.issues.map(toFault))
  const { data } = parsed
  return {
    name: data.name,
    environment: data.environment,
    scopes: scopes.filter((scope) => (data.scopes ?? usualScopes).includes(scope)),
    allowedCidrs: data.allowed_cidrs ?? [],
    expiresAt: data.expires_at,
  }
}

/** Also the source of the schema in the OpenAPI document. */
export function newKeyBody(nowMs: number) {
  return z.object({
    name: atMostCharacters(
      z
        .string({ error: typeFault('name', 'a text that says what the key is for') })
        .trim()
        .min(1, 'name must not be empty.'),
      nameCharactersMax,
      `name has at most ${nameCharactersMax} characters.`,
    ).refine((text) => !unprintable.test(text), 'name holds control or direction characters.'),
    environment: z.enum(environments, { error: choiceFault('environment', environments) }),
    scopes: z
      .array(z.enum(scopes, { error: `scopes may hold ${scopes.join(', ')}.` }), {
        error: typeFault('scopes', `a list out of ${scopes.join(', ')}`),
      })
      .min(1, 'scopes must not be empty. Leave it out for the default scopes.')
      .optional(),
    allowed_cidrs: z
      .array(
        z
          .string({ error: typeFault('an entry of allowed_cidrs', 'a text such as 10.0.0.0/8') })
          .refine(isCidr, {
            error: 'allowed_cidrs holds CIDRs such as 10.0.0.0/8 or 2001:db8::/32.',
          })
          .meta({ pattern: cidrPattern }),
        { error: typeFault('allowed_cidrs', 'a list of texts such as 10.0.0.0/8') },
      )
      .max(cidrsMax, `allowed_cidrs has at most ${cidrsMax} entries.`)
      .optional(),
    expires_at: instantOrDate('expires_at')
      .refine((expiresAt) => expiresAt > nowMs, 'expires_at must lie in the future.')
      .optional(),
  })
}

export const revocationQuery = z.object({
  revoke_children: textFlag('revoke_children').optional(),
})

/** @throws AppError `invalid_request` */
export function parseRevocation(query: unknown): { readonly withChildren: boolean } {
  const parsed = revocationQuery.safeParse(query, { reportInput: true })
  if (!parsed.success) throw refuseFaults(parsed.error.issues.map(toFault))
  return { withChildren: parsed.data.revoke_children ?? false }
}

const graceSecondsMax = 30 * 24 * 60 * 60

export const rotationBody = z.object({
  grace_seconds: z
    .int({ error: typeFault('grace_seconds', 'a whole number of seconds') })
    .min(0, 'grace_seconds is 0 or more.')
    .max(graceSecondsMax, `grace_seconds is at most ${graceSecondsMax} (30 days).`)
    .optional(),
})

/** Returns the grace period in milliseconds. @throws AppError `invalid_request` */
export function parseRotation(body: unknown, graceDefaultMs: number): number {
  const parsed = rotationBody.safeParse(body, { reportInput: true })
  if (!parsed.success) throw refuseFaults(parsed.error.issues.map(toFault))
  const seconds = parsed.data.grace_seconds
  return seconds === undefined ? graceDefaultMs : seconds * 1000
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

function toFault(issue: z.core.$ZodIssue): Fault {
  const code = issue.input === undefined ? 'missing' : 'invalid'
  return { param: issue.path.join('.') || 'body', code, message: issue.message }
}
