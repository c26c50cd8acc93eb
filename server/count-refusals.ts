// Counts refused requests for the audit log, by reason: invalid keys and missing scopes, rate limits, failed
// sign-ins and links, and requests from pages of other sites.

import { type ApiRefusalNeeds, apiRefusalOf } from './api/api-refusal.ts'
import type { Appliance } from './appliance.ts'
import type { Refusal } from './audit/refusals.ts'
import { consoleRefusalOf } from './console-api/console-refusal.ts'
import { networkOf } from './http/client-address.ts'
import type { Context, RequestState } from './http/context.ts'

export type CountRefusalsNeeds = ApiRefusalNeeds & Pick<Appliance, 'refusals'>

/** Counts the refusal of this request, whose response is set. */
export async function countRefusal(needs: CountRefusalsNeeds, ctx: Context): Promise<void> {
  const refusal = await refusalOf(needs, ctx)
  if (refusal !== undefined) needs.refusals.count(refusal)
}

async function refusalOf(needs: CountRefusalsNeeds, ctx: Context): Promise<Refusal | undefined> {
  const { route, refusal: code } = ctx.state
  if (code === undefined) return undefined
  if (route.kind === 'outside') return refusalOfUnavailable(ctx, code)
  const isConsole = route.kind === 'route' && route.route.audience === 'console'
  return isConsole ? consoleRefusalOf(ctx.state, code) : apiRefusalOf(needs, ctx, code)
}

/**
 * The console or the API was requested where it is not available. `/` is not counted, because every scanner requests
 * it.
 */
function refusalOfUnavailable(
  { path, state }: Context,
  code: RequestState['refusal'],
): Refusal | undefined {
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
