// Calls that the tests of the guide's receivers sign with the product's own code.

import { signatureHeaders } from '../../../server/webhooks/sign.ts'

export const secret = 'whsec_of_this_test'

export function bodyNamed(id: string): Buffer {
  return Buffer.from(JSON.stringify({ id, event: 'webhook.test', data: { name: 'Aïssatou 😀' } }))
}

/** Signs `body` and posts it, or `sent` in its place; resolves with the status. */
export async function sendSigned(
  url: string,
  { body, sent = body, ageMs = 0 }: { body: Buffer; sent?: Buffer; ageMs?: number },
): Promise<number> {
  const createdAt = Date.now() - ageMs
  const secrets = { current: secret, next: undefined }
  const headers = signatureHeaders({ secrets, mode: 'event', createdAt, nowMs: createdAt, body })
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(sent) })).status
}

/**
 * Posts a first event twice, changed and too old, then a second one.
 * @returns the statuses; a receiver as the guide has it answers 200, 200, 401, 400 and 200
 */
export async function sendGoodAndBad(url: string): Promise<readonly number[]> {
  const [first, second] = [bodyNamed('evt_1'), bodyNamed('evt_2')]
  return [
    await sendSigned(url, { body: first }),
    await sendSigned(url, { body: first }),
    await sendSigned(url, { body: first, sent: bodyNamed('evt_3') }),
    await sendSigned(url, { body: first, ageMs: 310_000 }),
    await sendSigned(url, { body: second, ageMs: 200_000 }),
  ]
}
