// Clicks a button by the name that it has on the page.

import type { Locator, Page } from 'playwright'

/** Waits for the one button of this name in a page or a part of it, and clicks it. */
export function clickButton(where: Page | Locator, name: string | RegExp): Promise<void> {
  return where.getByRole('button', { name }).click()
}
