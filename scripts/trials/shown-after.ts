// Measures in the page itself how long a key takes: a test's waiting looks every few hundred milliseconds only.

import type { Page } from 'playwright'

const noteKeys = `addEventListener('keydown', ({ timeStamp }) => { globalThis.pressedAt = timeStamp }, true)`

/** Call it before the first page is opened. */
export async function measureKeys(page: Page): Promise<void> {
  await page.addInitScript(noteKeys)
}

/**
 * Waits for the first frame in which the condition holds.
 * @param condition an expression for the page
 * @returns milliseconds since the last key
 */
export function shownAfter(page: Page, condition: string): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    const look = () => {
      if (${condition}) done(performance.now() - globalThis.pressedAt)
      else requestAnimationFrame(look)
    }
    look()
  })`)
}
