// Whether Smile ID knows our account, asked without a check: for the state of a job that there never was.
// The question is signed like every other, is about nobody and costs nothing.

import { randomUUID } from 'node:crypto'
import type { RefusedReason, UnavailableReason } from '../provider.ts'
import { smileLimitsDefault } from './client.ts'
import { parseRefusal, parseStatusAnswer } from './protocol.ts'
import { codesNoPictures, troubleOf } from './refusals.ts'
import { ask, type SignedCallNeeds, type SignedCallSettings } from './signed-call.ts'

export type AccountTrial =
  /** The signature was taken. Whether there is credit, only a check shows. */
  | { readonly kind: 'accepted'; readonly status: number }
  | { readonly kind: 'refused'; readonly status: number; readonly reason: RefusedReason }
  /** It answered, with nothing that tells anything of our account. */
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
  if (status < 500 && code !== undefined && codesNoPictures.has(code)) {
    return { kind: 'accepted', status }
  }
  const trouble = troubleOf({ status, json })
  const isTold = trouble.kind === 'refused' && trouble.reason !== 'provider_rejected_request'
  return isTold ? { kind: 'refused', status, reason: trouble.reason } : { kind: 'unclear', status }
}
