// Counts for the audit log who was turned away, and why: keys that are not good or may not do what was asked for,
// requests beyond their limit, sign-ins, links and pages of other sites.

import type { Refusal, RefusalCounter } from '../audit/refusals.ts'
import type { Log } from '../kernel/log.ts'
import type { KeyExplanation } from '../keys/explain-key.ts'
import { keyTextIn } from './authenticate.ts'
import { networkOf } from './client-address.ts'
import type { Exchange, ExchangeState, Step } from './exchange.ts'

export interface CountRefusalsNeeds {
  readonly log: Log
  readonly refusals: RefusalCounter
  readonly explainKey: (keyText: string) => Promise<KeyExplanation>
}

/** After the answer is settled; a look at the database that fails costs the reason, not the answer. */
export function countRefusals(needs: CountRefusalsNeeds | undefined): Step {
  return async (exchange, next) => {
    await next()
    if (needs === undefined) return
    const refusal = await refusalOf(needs, exchange)
    if (refusal !== undefined) needs.refusals.count(refusal)
  }
}

async function refusalOf(
  needs: CountRefusalsNeeds,
  exchange: Exchange,
): Promise<Refusal | undefined> {
  const { found, refusal: code } = exchange.state
  if (code === undefined) return undefined
  if (found.kind === 'outside') return ofShut(exchange, code)
  const isStaff = found.kind === 'endpoint' && found.endpoint.audience === 'staff'
  return isStaff ? ofConsole(exchange.state, code) : ofApi(needs, exchange, code)
}

/** Of the console where it is not there, and of the API under the console's name. `/` is asked for by whoever probes. */
function ofShut({ path, state }: Exchange, code: Code): Refusal | undefined {
  const { found, clientAddress } = state
  if (found.kind !== 'outside' || found.shut === undefined) return undefined
  if (code !== 'not_found' || path === '/') return undefined
  const { part, reason } = found.shut
  return {
    action: part === 'console' ? 'console.refused' : 'api.refused',
    reason,
    actor: { kind: part === 'console' ? 'staff' : 'api_key', id: undefined },
    subject: undefined,
    network: networkOf(clientAddress),
  }
}

type Code = NonNullable<ExchangeState['refusal']>

const deniedCodes: readonly Code[] = [
  'unauthenticated',
  'missing_scope',
  'wrong_environment',
  'address_not_allowed',
  'rate_limited',
]

async function ofApi(
  needs: CountRefusalsNeeds,
  exchange: Exchange,
  code: Code,
): Promise<Refusal | undefined> {
  if (!deniedCodes.includes(code)) return undefined
  const { identity, clientAddress } = exchange.state
  const known = identity.kind === 'stranger' ? undefined : identity.key.id
  const explained =
    known === undefined ? await explain(needs, exchange) : { reason: code, keyId: known }
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
  exchange: Exchange,
): Promise<{ readonly reason: string; readonly keyId: string | undefined }> {
  const { refusal } = exchange.state
  // Beyond the limit nothing is looked up any more, or the look-up would be the way to wear us out.
  if (refusal === 'rate_limited') return { reason: refusal, keyId: undefined }
  const keyText = keyTextIn(exchange)
  if (keyText === undefined) return { reason: 'no_key', keyId: undefined }
  try {
    const found = await needs.explainKey(keyText)
    return found.kind === 'known'
      ? { reason: `${found.state}_key`, keyId: found.id }
      : { reason: `${found.kind}_key`, keyId: undefined }
  } catch (error) {
    needs.log.error('refusal_not_explained', {}, error)
    return { reason: 'unexplained_key', keyId: undefined }
  }
}

/** What the use cases record themselves, entry by entry, says whom it is about, and is not counted again. */
function ofConsole(state: ExchangeState, code: Code): Refusal | undefined {
  const { found, visit, refusedMember, clientAddress } = state
  if (found.kind !== 'endpoint') return undefined
  const place = found.endpoint.path
  const memberId = visit?.member.id ?? refusedMember
  const refusal = (action: Refusal['action'], reason: string): Refusal => ({
    action,
    reason,
    actor: { kind: 'staff', id: undefined },
    subject: memberId === undefined ? undefined : { kind: 'staff', id: memberId },
    network: networkOf(clientAddress),
  })
  const isLink = place === '/setup' || place === '/links/accept'
  const isProof = place.startsWith('/sign-in') || place.startsWith('/me/confirm')
  if (code === 'cross_site_request') return refusal('console.refused', code)
  if (isLink && (code === 'not_found' || code === 'rate_limited')) {
    return refusal('staff.link_refused', code === 'not_found' ? 'bad_link' : code)
  }
  if (code === 'rate_limited') {
    return refusal(isProof ? 'staff.sign_in_refused' : 'console.refused', code)
  }
  if (place === '/sign-in' && code === 'unauthenticated' && memberId === undefined) {
    return refusal('staff.sign_in_refused', 'unknown_account')
  }
  return undefined
}
