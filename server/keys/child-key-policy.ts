// What a key may hand on when it makes or rotates keys over REST: never more than it has itself (rulings
// 9.2). Pure.

import ipaddr from 'ipaddr.js'
import { AppError, type Fault, refuseFaults } from '../kernel/app-error.ts'
import { toIso } from '../kernel/clock.ts'
import { type ApiKey, type Scope, scopesDefault } from './key.ts'
import type { NewKey } from './key-input.ts'

/** The usual scopes, as far as the maker has them. Empty where it has none of them. */
export function usualScopesFor(maker: Pick<ApiKey, 'scopes' | 'isUnrestricted'>): readonly Scope[] {
  if (maker.isUnrestricted) return scopesDefault
  return scopesDefault.filter((scope) => maker.scopes.includes(scope))
}

/**
 * The key as it may be made: with the maker's networks and expiry where it names none of its own.
 * @throws AppError `missing_scope`, `invalid_request`
 */
export function asChildOf(maker: ApiKey, asked: NewKey): NewKey {
  assertScopesWithin(maker, asked.scopes)
  const faults = [...networkFaults(maker, asked), ...expiryFaults(maker, asked)]
  if (faults.length > 0) throw refuseFaults(faults)
  return {
    ...asked,
    allowedCidrs: asked.allowedCidrs.length > 0 ? asked.allowedCidrs : maker.allowedCidrs,
    expiresAt: asked.expiresAt ?? maker.expiresAt,
  }
}

/** The earliest of some expiries; undefined where none of them is one. */
export function earliestOf(...ends: readonly (number | undefined)[]): number | undefined {
  const given = ends.filter((end) => end !== undefined)
  return given.length === 0 ? undefined : Math.min(...given)
}

/**
 * A rotation shows whoever asks for it a key with the rights of the old one. Every key may rotate itself.
 * @throws AppError `missing_scope`, `conflict`
 */
export function assertMayRotate(
  caller: ApiKey,
  old: ApiKey,
  successorExpiresAt: number | undefined,
) {
  if (caller.id === old.id) return
  assertScopesWithin(caller, old.scopes)
  const excess = excessOf(caller, old, successorExpiresAt)
  if (excess === undefined) return
  throw new AppError(
    'conflict',
    `The successor would ${excess}. Rotate it in the console or with svc keys rotate.`,
  )
}

/** In what, besides its scopes, a successor of `old` would go beyond the caller; undefined where in nothing. */
function excessOf(
  caller: ApiKey,
  old: ApiKey,
  successorExpiresAt: number | undefined,
): string | undefined {
  const isWider =
    networkFaults(caller, old).length > 0 ||
    (caller.allowedCidrs.length > 0 && old.allowedCidrs.length === 0)
  if (isWider) return 'be good for networks that this key may not be used from'
  const isLonger =
    caller.expiresAt !== undefined &&
    (successorExpiresAt === undefined || successorExpiresAt > caller.expiresAt)
  if (isLonger) return 'outlive this key'
  // The mark lets it make keys with any scope, to whoever is shown its text.
  if (old.isUnrestricted && !caller.isUnrestricted) return 'be unrestricted, which this key is not'
  return undefined
}

function assertScopesWithin(maker: ApiKey, wanted: readonly Scope[]): void {
  if (maker.isUnrestricted) return
  const lacking = wanted.filter((scope) => !maker.scopes.includes(scope))
  if (lacking.length === 0 && wanted.length > 0) return
  const what = wanted.length === 0 ? 'any scope but keys.manage' : lacking.join(', ')
  throw new AppError(
    'missing_scope',
    `This API key lacks ${what}, so no key that it makes can have it. Name fewer scopes, or make the key with one that has them.`,
  )
}

type Reach = Pick<NewKey, 'allowedCidrs' | 'expiresAt'>

function networkFaults(maker: Reach, { allowedCidrs }: Reach): readonly Fault[] {
  if (maker.allowedCidrs.length === 0) return []
  return allowedCidrs.flatMap((cidr, index) =>
    maker.allowedCidrs.some((outer) => isWithin(cidr, outer))
      ? []
      : [
          {
            param: `allowed_cidrs.${index}`,
            code: 'invalid',
            message: `${cidr} is not within the networks of the key that asks: ${maker.allowedCidrs.join(', ')}.`,
          },
        ],
  )
}

function expiryFaults(maker: Reach, { expiresAt }: Reach): readonly Fault[] {
  if (maker.expiresAt === undefined || expiresAt === undefined) return []
  if (expiresAt <= maker.expiresAt) return []
  const message = `expires_at must not be later than that of the key that asks: ${toIso(maker.expiresAt)}.`
  return [{ param: 'expires_at', code: 'invalid', message }]
}

/** Whether every address of one network is of the other; both are CIDRs that were checked. */
function isWithin(inner: string, outer: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner)
  const [network, outerBits] = ipaddr.parseCIDR(outer)
  return address.kind() === network.kind() && bits >= outerBits && address.match(network, outerBits)
}
