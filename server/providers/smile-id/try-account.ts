// Checks whether Smile ID accepts our account, without a paid check: requests the status of a job
// that never existed. The request is signed like any other, names no person and costs nothing.

import { randomUUID } from 'node:crypto'
import type { RefusedReason, UnavailableReason } from '../provider.ts'
import { smileLimitsDefault } from './client.ts'
import { parseRefusal, parseStatusAnswer } from './protocol.ts'
import { codesNoImages, troubleOf } from './refusals.ts'
import { ask, type SignedCallNeeds, type SignedCallSettings } from './signed-call.ts'

export type AccountTrial =
  /** The signature was accepted. Only a check shows whether there is credit. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: RefusedReason }
  /** It answered with nothing that says anything about our account. */
  | { readonly kind: 'unclear'; readonly status: number }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }

export async function tryAccount(
  needs: SignedCallNeeds,
  settings: Omit<SignedCallSettings, 'repeatPausesMs'>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<AccountTrial> {
  const fields = {
    partner_id: settings.credentials.partnerId,
    user_id: randomUUID(),
    job_id: randomUUID(),
    image_links: false,
    history: false,
  }
  const { statusBytesMax: answerBytesMax } = smileLimitsDefault
  const reply = await ask(
    needs,
    { ...settings, repeatPausesMs: [] },
    { path: 'job_status', fields, timeoutMs, answerBytesMax, signal },
  )
  if (reply.kind === 'unavailable') return reply
  if (reply.kind === 'refused') throw new Error('a call without an answer cannot refuse')
  const { status, json } = reply
  if (status === 200 && parseStatusAnswer(json) !== undefined) return { kind: 'accepted', status }
  const { code } = parseRefusal(json)
  if (status < 500 && code !== undefined && codesNoImages.has(code)) {
    return { kind: 'accepted', status }
  }
  const trouble = troubleOf({ status, json })
  const isConclusive = trouble.kind === 'refused' && trouble.reason !== 'provider_rejected_request'
  return isConclusive
    ? { kind: 'refused', status, reason: trouble.reason }
    : { kind: 'unclear', status }
}
