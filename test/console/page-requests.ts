// What a page asks the server for, noted or held back.

import type { Page } from 'playwright'

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

/** Holds back what matches until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Lets requests through, and holds their answers back until the returned function is called. */
export async function holdAnswersBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}
