// Says which refused request of the API the audit log counts, and why a key was refused.

import type { Refusal } from '../audit/refusals.ts'
import { networkOf } from '../http/client-address.ts'
import type { Context, RequestState } from '../http/context.ts'
import type { Log } from '../kernel/log.ts'
import type { KeyExplanation } from '../keys/explain-key.ts'
import { keyTextIn } from './authenticate.ts'

export interface ApiRefusalNeeds {
  readonly log: Log
  readonly explainKey: (keyText: string) => Promise<KeyExplanation>
}

type Code = NonNullable<RequestState['refusal']>

const deniedCodes: readonly Code[] = [
  'unauthenticated',
  'missing_scope',
  'wrong_environment',
  'address_not_allowed',
  'rate_limited',
]

/** If the database cannot explain the refusal, only the reason is lost. */
export async function apiRefusalOf(
  needs: ApiRefusalNeeds,
  ctx: Context,
  code: Code,
): Promise<Refusal | undefined> {
  if (!deniedCodes.includes(code)) return undefined
  const { identity, clientAddress } = ctx.state
  const known =
    identity === undefined || identity.kind === 'anonymous' ? undefined : identity.key.id
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
  needs: ApiRefusalNeeds,
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
