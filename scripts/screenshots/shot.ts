// One thing to look at in all views, and how its address is found in the demo's data.

import type { Page } from 'playwright'
import type { Role } from '../../server/users/role.ts'
import type { ConsoleClient } from '../../test/support/console-client.ts'
import type { ConsoleWords } from '../../test/support/console-words.ts'
import { confirm } from '../../test/support/scenes/review-steps.ts'

type ClientOf = (role: Role) => Promise<ConsoleClient>

export interface Shot {
  readonly name: string
  /** Path below /console; a function finds it with the client of the signed-in user, and those of others. */
  readonly path: string | ((client: ConsoleClient, as: ClientOf) => Promise<string>)
  /** Role of the signed-in user; undefined for no sign-in. */
  readonly role?: Role
  /** Brings the page, which speaks the language of these words, into the state that is to be looked at. */
  readonly settle?: (page: Page, say: ConsoleWords) => Promise<void>
  /** Whether that state hides the menus, so that each language begins with the page anew. */
  readonly isCovered?: boolean
}

/** Returns the path of the first item of a list. */
export function first(
  list: string,
  query: string,
  then = '',
): (client: ConsoleClient) => Promise<string> {
  return async (client) => `${list}/${(await firstOf(client, `${list}${query}`)).id}${then}`
}

/** Returns the path of the review that stands first in this view of the queue. */
export function firstReview(query: string): (client: ConsoleClient) => Promise<string> {
  return async (client) => {
    const { verification_id } = await firstOf(client, `/reviews?${query}&limit=1`)
    return `/verifications/${verification_id}?tab=review`
  }
}

export async function firstDelivery(client: ConsoleClient): Promise<string> {
  const webhook = await first('/webhooks', '?limit=1')(client)
  return `${webhook}/deliveries/${(await firstOf(client, `${webhook}/deliveries?limit=1`)).id}`
}

/** Returns the path of the reviewer's own decisions, after one was made. */
export async function ownDecisions(client: ConsoleClient): Promise<string> {
  await decideOne(client)
  return '/reviews/decisions'
}

async function decideOne(reviewer: ConsoleClient): Promise<void> {
  const { data: open } = await reviewer.get('/reviews?state=open&environment=live&limit=50')
  const items = open.items as readonly {
    readonly id: string
    readonly verification: { readonly status: string }
  }[]
  const id = items.find(({ verification }) => verification.status === 'declined')?.id
  await reviewer.post(`/reviews/${id}/claim`)
  await reviewer.post(`/reviews/${id}/decide`, confirm)
}

/** Returns the path of a check that waits, of what a reviewer has just decided. */
export async function firstQualityCheck(client: ConsoleClient, as: ClientOf): Promise<string> {
  await decideOne(await as('reviewer'))
  const { data } = await client.post('/quality/checks/next', { environment: 'live' })
  const check = data.check as { readonly id: string; readonly verification_id: string } | null
  if (check === null) throw new Error('the demo data has no quality check')
  await client.post(`/quality/checks/${check.id}/release`)
  return `/verifications/${check.verification_id}?tab=review`
}

/** Returns the path of the requests that wait, after one was made. */
export async function waitingRequest(_client: ConsoleClient, as: ClientOf): Promise<string> {
  const lead = await as('lead')
  const { id } = await firstOf(lead, '/verifications?environment=sandbox&status=declined&limit=1')
  await lead.post(`/verifications/${id}/erasure/request`, { reason: 'test_data' })
  return '/approvals'
}

async function firstOf(client: ConsoleClient, path: string) {
  const { data } = await client.get(path)
  const [item] = data.items as readonly { readonly id: string; readonly verification_id?: string }[]
  if (item === undefined) throw new Error(`the demo data has nothing in ${path}`)
  return item
}
