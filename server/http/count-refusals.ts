// Counts refused requests for the audit log, by reason: invalid keys and missing scopes, rate limits, failed
// sign-ins and links, and requests from pages of other sites.

import type { Refusal, RefusalCounter } from '../audit/refusals.ts'
import type { Log } from '../kernel/log.ts'
import type { KeyExplanation } from '../keys/explain-key.ts'
import { keyTextIn } from './authenticate.ts'
import { networkOf } from './client-address.ts'
import type { Context, Middleware, RequestState } from './context.ts'

export interface CountRefusalsNeeds {
  readonly log: Log
  readonly refusals: RefusalCounter
  readonly explainKey: (keyText: string) => Promise<KeyExplanation>
}

/** Counts after the response is set. If the database cannot explain the refusal, only the reason is lost. */
export function countRefusals(needs: CountRefusalsNeeds | undefined): Middleware {
  return async (ctx, next) => {
    await next()
    if (needs === undefined) return
    const refusal = await refusalOf(needs, ctx)
    if (refusal !== undefined) needs.refusals.count(refusal)
  }
}

async function refusalOf(needs: CountRefusalsNeeds, ctx: Context): Promise<Refusal | undefined> {
  const { route, refusal: code } = ctx.state
  if (code === undefined) return undefined
  if (route.kind === 'outside') return ofUnavailable(ctx, code)
  const isConsole = route.kind === 'route' && route.route.audience === 'console'
  return isConsole ? ofConsole(ctx.state, code) : ofApi(needs, ctx, code)
}

/** The console or the API was requested where it is not available. `/` is not counted, because every scanner requests it. */
function ofUnavailable({ path, state }: Context, code: Code): Refusal | undefined {
  const { route, clientAddress } = state
  if (route.kind !== 'outside' || route.unavailable === undefined) return undefined
  if (code !== 'not_found' || path === '/') return undefined
  const { part, reason } = route.unavailable
  return {
    action: part === 'console' ? 'console.refused' : 'api.refused',
    reason,
    actor: { kind: part === 'console' ? 'user' : 'api_key', id: undefined },
    subject: undefined,
    network: networkOf(clientAddress),
  }
}

type Code = NonNullable<RequestState['refusal']>

const deniedCodes: readonly Code[] = [
  'unauthenticated',
  'missing_scope',
  'wrong_environment',
  'address_not_allowed',
  'rate_limited',
]

async function ofApi(
  needs: CountRefusalsNeeds,
  ctx: Context,
  code: Code,
): Promise<Refusal | undefined> {
  if (!deniedCodes.includes(code)) return undefined
  const { identity, clientAddress } = ctx.state
  const known = identity.kind === 'anonymous' ? undefined : identity.key.id
  const explained = known === undefined ? await explain(needs, ctx) : { reason: code, keyId: known }
  const { keyId } = explained
  return {
    action: 'api.refused',
    reason: code === 'unauthenticated' ? explained.reason : code,
    actor: { kind: 'api_key', id: keyId },
    subject: keyId === undefined ? undefined : { kind: 'key', id: keyId },
    network: networkOf(clientAddress),
  }
}

async function explain(
  needs: CountRefusalsNeeds,
  ctx: Context,
): Promise<{ readonly reason: string; readonly keyId: string | undefined }> {
  const { refusal } = ctx.state
  // Above the rate limit the key is not looked up, because the look-ups themselves could overload the database.
  if (refusal === 'rate_limited') return { reason: refusal, keyId: undefined }
  const keyText = keyTextIn(ctx)
  if (keyText === undefined) return { reason: 'no_key', keyId: undefined }
  try {
    const explained = await needs.explainKey(keyText)
    return explained.kind === 'known'
      ? { reason: `${explained.state}_key`, keyId: explained.id }
      : { reason: `${explained.kind}_key`, keyId: undefined }
  } catch (error) {
    needs.log.error('refusal_not_explained', {}, error)
    return { reason: 'unexplained_key', keyId: undefined }
  }
}

/** Refusals that the use cases record as audit entries of their own are not counted again. */
function ofConsole(state: RequestState, code: Code): Refusal | undefined {
  const { route, signedIn, refusedUser, clientAddress } = state
  if (route.kind !== 'route') return undefined
  const { path } = route.route
  const userId = signedIn?.user.id ?? refusedUser
  const refusal = (action: Refusal['action'], reason: string): Refusal => ({
    action,
    reason,
    actor: { kind: 'user', id: undefined },
    subject: userId === undefined ? undefined : { kind: 'user', id: userId },
    network: networkOf(clientAddress),
  })
  const isLink = path === '/setup' || path === '/links/accept'
  const isProof = path.startsWith('/sign-in') || path.startsWith('/me/confirm')
  if (code === 'cross_site_request') return refusal('console.refused', code)
  if (isLink && (code === 'not_found' || code === 'rate_limited')) {
    return refusal('user.link_refused', code === 'not_found' ? 'bad_link' : code)
  }
  if (code === 'rate_limited') {
    return refusal(isProof ? 'user.sign_in_refused' : 'console.refused', code)
  }
  if (path === '/sign-in' && code === 'unauthenticated' && userId === undefined) {
    return refusal('user.sign_in_refused', 'unknown_account')
  }
  return undefined
}
