// What a page asks the server for, noted or held back.

import type { Page } from 'playwright'

/** Counts from now on what the page reads of a review or its verification. */
export function readsOf(page: Page): () => readonly string[] {
  const read: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (/\/api\/(?:reviews\/rev|verifications\/ver)_\w+$/.test(path)) read.push(path)
  })
  return () => read
}

/** Holds back what matches until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
