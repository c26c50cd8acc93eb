// Leads a page of the console to another of its addresses without loading the console anew.

import type { Page } from 'playwright'

/** As a step back or forward in the browser does. What the new address shows is the caller's to wait for. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}
