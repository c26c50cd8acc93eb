// Who asks? The key in the Authorization header is looked up once, before anything is counted; whether
// it opens the endpoint asked for is decided after that.

import { AppError } from '../kernel/app-error.ts'
import { type ApiKey, environmentOfKeyText, type Scope } from '../keys/key.ts'
import { isAddressWithin } from './client-address.ts'
import type { Exchange, Identity, Step } from './exchange.ts'

/** The key of this text, if it exists and is neither revoked nor expired. */
export type FindCaller = (keyText: string, clientAddress: string) => Promise<ApiKey | undefined>

/** Junk never reaches the look-up: shape and checksum of a key are checked first. */
export async function identify(findCaller: FindCaller, exchange: Exchange): Promise<Identity> {
  const keyText = keyTextIn(exchange)
  if (keyText === undefined || environmentOfKeyText(keyText) === undefined) {
    return { kind: 'stranger' }
  }
  // Of two keys each hop of the way could read another one.
  if (exchange.req.headersDistinct.authorization?.length !== 1) return { kind: 'stranger' }
  const { clientAddress } = exchange.state
  const key = await findCaller(keyText, clientAddress)
  if (key === undefined) return { kind: 'stranger' }
  const isAllowed =
    key.allowedCidrs.length === 0 || isAddressWithin(clientAddress, key.allowedCidrs)
  return { kind: isAllowed ? 'caller' : 'misplaced_caller', key }
}

/** As it was sent, whatever it is; undefined for none. */
export function keyTextIn(exchange: Exchange): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(exchange.get('Authorization'))?.[1]
}

/**
 * Lets through who may use the endpoint asked for; what is no client's endpoint is open to all.
 * @throws AppError `unauthenticated` (one message, whatever is wrong with the key),
 * `address_not_allowed`, `missing_scope`
 */
export const authorize: Step = async ({ state: { found, identity } }, next) => {
  if (found.kind === 'endpoint' && found.endpoint.audience === 'client') {
    assertScope(callerOf(identity), found.endpoint.scope)
  }
  await next()
}

/** @throws AppError `unauthenticated`, `address_not_allowed` */
export function callerOf(identity: Identity): ApiKey {
  switch (identity.kind) {
    case 'caller':
      return identity.key
    case 'misplaced_caller':
      throw new AppError(
        'address_not_allowed',
        'This API key may not be used from this address. Call from an allowed network, or use a key without that restriction.',
      )
    case 'stranger':
      throw new AppError(
        'unauthenticated',
        'A valid API key is needed. Send the header "Authorization: Bearer <API key>" with a key that is neither revoked nor expired.',
      )
  }
}

/** For what an endpoint's own scope does not cover, such as a score asked for on the side. */
export function assertScope(caller: ApiKey, scope: Scope): void {
  if (caller.scopes.includes(scope)) return
  throw new AppError(
    'missing_scope',
    `This API key lacks the scope ${scope}. Use a key that has it.`,
  )
}
