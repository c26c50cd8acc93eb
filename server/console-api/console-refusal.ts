// Says which refused request of the console's API the audit log counts.

import type { Refusal } from '../audit/refusals.ts'
import { networkOf } from '../http/client-address.ts'
import type { RequestState } from '../http/context.ts'

type Code = NonNullable<RequestState['refusal']>

/** Refusals that the use cases record as audit entries of their own are not counted again. */
export function consoleRefusalOf(state: RequestState, code: Code): Refusal | undefined {
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
  if (code === 'cross_site_request') {
    return isOfOwnWindow(state) ? undefined : refusal('console.refused', code)
  }
  if (isLink && (code === 'not_found' || code === 'rate_limited')) {
    return refusal('user.link_refused', code === 'not_found' ? 'bad_link' : code)
  }
  if (code === 'rate_limited') {
    return refusal(isProof ? 'user.sign_in_refused' : 'console.refused', code)
  }
  if (path === '/sign-in' && code === 'unauthenticated' && userId === undefined) {
    return refusal('user.sign_in_refused', 'unknown_account')
  }
  // A person of the bank's directory without an account here, or an answer that could not be verified.
  if (
    path === '/sign-in/directory/complete' &&
    code === 'unauthenticated' &&
    userId === undefined
  ) {
    return refusal('user.sign_in_refused', 'directory')
  }
  return undefined
}

/** A read with a session: a window of the same browser whose session was replaced. No other site can read anything. */
function isOfOwnWindow({ route, signedIn }: RequestState): boolean {
  return route.kind === 'route' && route.route.method === 'GET' && signedIn !== undefined
}
