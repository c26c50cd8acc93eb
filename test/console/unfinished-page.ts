// What a page of a failed test shows and waits for: a test that waited in vain does not say so itself.

import type { Page, Request } from 'playwright'

const textMax = 1_500
/** A page whose process hangs does not answer at all. */
const answerMsMax = 5_000

/** When each request of the page that has no answer yet was sent, in ms. */
export type Unanswered = ReadonlyMap<Request, number>

export function watchRequests(page: Page): Unanswered {
  const unanswered = new Map<Request, number>()
  page.on('request', (request) => unanswered.set(request, Date.now()))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  return unanswered
}

export async function whatItShows(page: Page, unanswered: Unanswered): Promise<string> {
  const reading = page.evaluate<string>('document.body.innerText').catch(({ message }) => message)
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('(it does not answer)'), answerMsMax).unref()
  })
  const text = await Promise.race([reading, late])
  const waits = [...unanswered].map(
    ([request, sentMs]) => `${request.method()} ${request.url()}, ${Date.now() - sentMs} ms ago`,
  )
  return [
    `${page.url()} shows: ${text.replace(/\s+/g, ' ').slice(0, textMax)}`,
    `It waits for the answers to: ${waits.join(', ') || 'nothing'}`,
  ].join('\n')
}
