// Finds the API key of a request from its Authorization header, before the request is counted. Whether the key
// may use the endpoint is decided afterwards, by its scope.

import { oncePerCommit, type Trx } from '../db/transaction.ts'
import { isAddressWithin } from '../http/client-address.ts'
import { valuesOfHeader } from '../http/connections/raw-headers.ts'
import type { Context } from '../http/context.ts'
import type { IdentifyClient } from '../http/limits/limit-rate.ts'
import { AppError } from '../kernel/app-error.ts'
import { type ApiKey, environmentOfKeyText, type Scope, stateOf } from '../keys/key.ts'
import { findKey } from '../keys/key-view.ts'

/** Who sent the request, according to the Authorization header. */
type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'api_key'; readonly key: ApiKey }
  /** A valid key, used from an address that it may not be used from. */
  | { readonly kind: 'address_not_allowed'; readonly key: ApiKey }

declare module '../http/context.ts' {
  interface RequestState {
    /** Set before the request is counted; undefined where nobody looked for a key. */
    identity?: Identity
  }
}

/** Returns the API key with this text if it exists and is neither revoked nor expired. */
export type FindApiKey = (keyText: string, clientAddress: string) => Promise<ApiKey | undefined>

/**
 * Identifies the client of each request of the API. Requests without a valid key, or from an address that the key
 * may not be used from, are counted by their network: a stolen key must not use up its owner's limit.
 */
export function identifyBy(findApiKey: FindApiKey): IdentifyClient {
  return async (ctx) => {
    const { clientAddress } = ctx.state
    const keyText = keyTextToFind(ctx)
    const key = keyText === undefined ? undefined : await findApiKey(keyText, clientAddress)
    const identity = identityOf(key, clientAddress)
    ctx.state.identity = identity
    if (identity.kind !== 'anonymous') {
      const { id, environment } = identity.key
      ctx.state.sender = { api_key_id: id, environment }
    }
    return identity.kind === 'api_key' ? identity.key.id : undefined
  }
}

/** Checks the shape and checksum of the key first, so that junk never reaches the database. */
function keyTextToFind(ctx: Context): string | undefined {
  const keyText = keyTextIn(ctx)
  if (keyText === undefined || environmentOfKeyText(keyText) === undefined) return undefined
  // With two Authorization headers, a proxy and this server might each read a different key.
  return valuesOfHeader(ctx.req, 'authorization').length === 1 ? keyText : undefined
}

function identityOf(key: ApiKey | undefined, clientAddress: string): Identity {
  if (key === undefined) return { kind: 'anonymous' }
  const isAllowed =
    key.allowedCidrs.length === 0 || isAddressWithin(clientAddress, key.allowedCidrs)
  return { kind: isAllowed ? 'api_key' : 'address_not_allowed', key }
}

/** Returns the bearer token as it was sent, unchecked; undefined if there is none. */
export function keyTextIn(ctx: Context): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1]
}

/**
 * @throws AppError `unauthenticated` (one message, whatever is wrong with the key), `address_not_allowed`
 */
export function apiKeyOf({ state: { identity } }: Context): ApiKey {
  switch (identity?.kind) {
    case 'api_key':
      return identity.key
    case 'address_not_allowed':
      throw new AppError(
        'address_not_allowed',
        'This API key may not be used from this address. Call from an allowed network, or use a key without that restriction.',
      )
    case 'anonymous':
    case undefined:
      throw refuseAnonymous()
  }
}

/**
 * Looks at the key again in the transaction of a request's effect, once for requests that commit together: a key that
 * was revoked since the request came in must leave nothing behind.
 * @throws AppError `unauthenticated`
 */
export async function assertStillActive(trx: Trx, id: string, nowMs: number): Promise<void> {
  const key = await oncePerCommit(trx, `API key ${id}`, () => findKey(trx, id))
  if (key === undefined || stateOf(key, nowMs) !== 'active') throw refuseAnonymous()
}

function refuseAnonymous(): AppError {
  return new AppError(
    'unauthenticated',
    'A valid API key is needed. Send the header "Authorization: Bearer <API key>" with a key that is neither revoked nor expired.',
  )
}

/**
 * For the scope of a route's row, and for endpoints that need a second scope in some cases, such as a verification
 * that also requests a score.
 * @throws AppError `missing_scope`
 */
export function assertScope(apiKey: ApiKey, scope: Scope): void {
  if (apiKey.scopes.includes(scope)) return
  throw new AppError(
    'missing_scope',
    `This API key lacks the scope ${scope}. Use a key that has it.`,
  )
}
