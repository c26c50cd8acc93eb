// Moves between the two outcomes of a decision by arrow keys. Were the focus led on to the reasons by the first step,
// the second would move among those.

import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'

/** Ends with the decision confirmed. */
export async function moveBetweenWays(page: Page): Promise<void> {
  const radioOf = (way: 'confirm' | 'dispute', checked?: true) =>
    page.getByRole('radio', { name: en.like(`reviews.choose.${way}`), ...(checked && { checked }) })
  await radioOf('confirm').focus()
  await page.keyboard.press('ArrowDown')
  await radioOf('dispute', true).waitFor()
  await page.keyboard.press('ArrowUp')
  await radioOf('confirm', true).waitFor()
}
