// The client requests of the kill loop: register webhook endpoints, submit to the sandbox, count pending deliveries.

import { z } from 'zod'
import { awaTeranga } from '../../../test/support/person.ts'
import { receiverPaths } from './kill-ledger.ts'
import type { Subscription } from './kill-verdict.ts'

const registered = z.object({ data: z.object({ id: z.string() }) })
const submitted = z.object({ data: z.object({ id: z.string() }) })
const listed = z.object({ data: z.object({ items: z.array(z.unknown()) }) })

/** Registers one webhook endpoint per path; one of them is not subscribed to failures. */
export async function registerWebhooks(
  url: string,
  key: string,
  receiverUrl: string,
): Promise<readonly Subscription[]> {
  const subscriptions: Subscription[] = []
  for (const path of receiverPaths) {
    const failed = path === '/failing' ? [] : ['verification.failed']
    const events = ['verification.completed', ...failed]
    const webhookId = await registerWebhook(url, key, { url: `${receiverUrl}${path}`, events })
    subscriptions.push({ webhookId, path, events })
  }
  return subscriptions
}

/** Returns the id of the endpoint. @throws Error if it is refused */
export async function registerWebhook(
  url: string,
  key: string,
  endpoint: { readonly url: string; readonly events: readonly string[] },
): Promise<string> {
  const answer = await post(`${url}/v1/webhooks`, key, endpoint)
  if (answer.status !== 201) throw new Error(`registering was refused with ${answer.status}`)
  return registered.parse(await answer.json()).data.id
}

/** Registers the path that always accepts, with both keys. */
export async function registerHealthy(
  url: string,
  keys: { readonly sandbox: string; readonly live: string },
  receiver: { readonly url: string },
): Promise<void> {
  const events = ['verification.completed', 'verification.failed']
  for (const key of [keys.sandbox, keys.live])
    await registerWebhook(url, key, { url: `${receiver.url}/healthy`, events })
}

/** Returns the id that the server acknowledged; undefined if it was killed before. Every fifth is declined. */
export async function submit(url: string, key: string, number: number) {
  const sandbox_outcome = number % 5 === 4 ? 'declined' : 'approved'
  try {
    const body = { ...awaTeranga, external_ref: `customer-${number}`, sandbox_outcome }
    const answer = await post(`${url}/v1/kyc/sandbox/verify`, key, body)
    if (answer.status !== 200) throw new Error(`refused with ${answer.status}`)
    return submitted.parse(await answer.json()).data.id
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns 0 if nothing is pending, otherwise the number of endpoints with pending deliveries. */
export async function countPending(
  url: string,
  key: string,
  subscriptions: readonly Subscription[],
): Promise<number> {
  const counts = subscriptions.map(async ({ webhookId }) => {
    const path = `/v1/webhooks/${webhookId}/deliveries?status=pending&limit=1`
    const answer = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
    return listed.parse(await answer.json()).data.items.length
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

function post(url: string, key: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}
