// What a page asks the server for, noted or held back.

import type { Page, Route } from 'playwright'

/** Notes from now on what the page reads of reviews and of one verification. */
export function readsOf(page: Page): () => readonly string[] {
  const read: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    const isRead = /\/api\/(?:reviews(?:\/.*)?|verifications\/ver_\w+)$/.test(path)
    if (isRead && request.method() === 'GET') read.push(path)
  })
  return () => read
}

/**
 * `page.route`, and waits until the page's requests really go through it: for a moment after it, a busy browser still
 * lets some past. The page may be any of the console's, or none yet.
 */
export async function interceptRequests(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(url, answer)
  // Before its first page a window shows one whose policy allows no requests.
  if (!page.url().includes('/console')) return
  const probe = /\/healthz\?is_intercepted$/
  await page.route(probe, (route) => route.fulfill({ status: 204 }))
  const isIntercepted = await page.evaluate(
    `(async () => {
      for (let tries = 0; tries < 500; tries++) {
        if ((await fetch('/healthz?is_intercepted')).status === 204) return true
      }
      return false
    })()`,
  )
  if (isIntercepted !== true) throw new Error('the requests of the page are not intercepted')
  await page.unroute(probe)
}

/** Holds back what matches until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await interceptRequests(page, url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Holds back what the page asks the console's API for, but for this path (a pattern). What a page reads from time to
 * time would notice the end of a session or another user, too, before the request that a test is about.
 */
export function holdOthersBack(page: Page, path: string): Promise<() => void> {
  return holdBack(page, new RegExp(`/console/api/(?!${path})`))
}

/** Lets requests through, and holds their answers back until the returned function is called. */
export async function holdAnswersBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await interceptRequests(page, url, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}
