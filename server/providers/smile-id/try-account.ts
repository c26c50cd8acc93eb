// Checks whether Smile ID accepts our account, without a paid check: requests the status of a job
// that never existed. The request is signed like any other, names no person and costs nothing.

import { randomUUID } from 'node:crypto'
import type { AccountTrial } from '../provider-kind.ts'
import { smileLimitsDefault } from './client.ts'
import { parseRefusal, parseStatusAnswer } from './protocol.ts'
import { codesNoImages, troubleOf } from './refusals.ts'
import { ask, type SignedCallNeeds, type SignedCallSettings } from './signed-call.ts'

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
