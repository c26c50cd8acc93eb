// Limits the rights of keys that a key creates or rotates over REST: never more than its own (rulings 9.2). Pure.

import ipaddr from 'ipaddr.js'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { toIso } from '../kernel/clock.ts'
import { type ApiKey, type NewKey, type Scope, scopesDefault } from './key.ts'

/** Returns the default scopes that the creating key has itself. */
export function usualScopesFor(
  creator: Pick<ApiKey, 'scopes' | 'isUnrestricted'>,
): readonly Scope[] {
  if (creator.isUnrestricted) return scopesDefault
  return scopesDefault.filter((scope) => creator.scopes.includes(scope))
}

/**
 * Returns the requested key, with the creating key's networks and expiry where the request names none.
 * @throws AppError `missing_scope`, `invalid_request`
 */
export function asChildOf(creator: ApiKey, asked: NewKey): NewKey {
  assertScopesWithin(creator, asked.scopes)
  const faults = [...networkFaults(creator, asked), ...expiryFaults(creator, asked)]
  if (faults.length > 0) throw refuseFaults(faults)
  return {
    ...asked,
    allowedCidrs: asked.allowedCidrs.length > 0 ? asked.allowedCidrs : creator.allowedCidrs,
    expiresAt: asked.expiresAt ?? creator.expiresAt,
  }
}

/** Returns the earliest expiry; undefined if all are undefined. */
export function earliestOf(...ends: readonly (number | undefined)[]): number | undefined {
  const given = ends.filter((end) => end !== undefined)
  return given.length === 0 ? undefined : Math.min(...given)
}

/**
 * A rotation gives the requester a key with the rights of the old one, so they must not exceed those of the
 * requesting key. Every key may rotate itself.
 * @throws AppError `missing_scope`, `conflict`
 */
export function assertMayRotate(
  apiKey: ApiKey,
  old: ApiKey,
  successorExpiresAt: number | undefined,
) {
  if (apiKey.id === old.id) return
  assertScopesWithin(apiKey, old.scopes)
  const excess = excessOf(apiKey, old, successorExpiresAt)
  if (excess === undefined) return
  throw new AppError(
    'conflict',
    `The successor would ${excess}. Rotate this key in the console or with svc keys rotate.`,
  )
}

/** Returns how a successor of `old` would exceed `apiKey`, apart from scopes; undefined if it would not. */
function excessOf(
  apiKey: ApiKey,
  old: ApiKey,
  successorExpiresAt: number | undefined,
): string | undefined {
  const isWider =
    networkFaults(apiKey, old).length > 0 ||
    (apiKey.allowedCidrs.length > 0 && old.allowedCidrs.length === 0)
  if (isWider) return 'be usable from networks that the requesting key is not allowed from'
  const isLonger =
    apiKey.expiresAt !== undefined &&
    (successorExpiresAt === undefined || successorExpiresAt > apiKey.expiresAt)
  if (isLonger) return 'outlive the requesting key'
  // An unrestricted key can create keys with any scope.
  if (old.isUnrestricted && !apiKey.isUnrestricted) {
    return 'be unrestricted, which the requesting key is not'
  }
  return undefined
}

function assertScopesWithin(creator: ApiKey, wanted: readonly Scope[]): void {
  if (creator.isUnrestricted) return
  const lacking = wanted.filter((scope) => !creator.scopes.includes(scope))
  if (lacking.length === 0 && wanted.length > 0) return
  const what = wanted.length === 0 ? 'any scope but keys.manage' : lacking.join(', ')
  throw new AppError(
    'missing_scope',
    `This API key lacks ${what}, so keys that it creates cannot have it. Request fewer scopes, or use a key that has them.`,
  )
}

type KeyBounds = Pick<NewKey, 'allowedCidrs' | 'expiresAt'>

function networkFaults(creator: KeyBounds, { allowedCidrs }: KeyBounds): readonly Fault[] {
  if (creator.allowedCidrs.length === 0) return []
  return allowedCidrs.flatMap((cidr, index) =>
    creator.allowedCidrs.some((outer) => isWithin(cidr, outer))
      ? []
      : [
          {
            param: `allowed_cidrs.${index}`,
            code: 'invalid',
            message: `${cidr} is not within the networks of the requesting key: ${creator.allowedCidrs.join(', ')}.`,
          },
        ],
  )
}

function expiryFaults(creator: KeyBounds, { expiresAt }: KeyBounds): readonly Fault[] {
  if (creator.expiresAt === undefined || expiresAt === undefined) return []
  if (expiresAt <= creator.expiresAt) return []
  const message = `expires_at must not be later than that of the requesting key: ${toIso(creator.expiresAt)}.`
  return [{ param: 'expires_at', code: 'invalid', message }]
}

/** Whether the inner network lies within the outer one; both are valid CIDRs. */
function isWithin(inner: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner)
  const [network, outerBits] = ipaddr.parseCIDR(outer)
  return address.kind() === network.kind() && bits >= outerBits && address.match(network, outerBits)
}
