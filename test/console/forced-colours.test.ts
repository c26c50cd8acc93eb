// Colours that the user forces take away backgrounds: what is chosen must still differ from what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openReviewScene } from './review-scene.ts'

test('with forced colours, what is chosen differs from what is not', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByText(en('reviews.panel.why')).waitFor()
  await page.keyboard.press('y')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  await differ(page, 'input[value=confirm]:checked', 'input[value=dispute]:not(:checked)')
  const box = 'main input[type=checkbox]'
  await differ(page, `${box}:checked`, `${box}:not(:checked)`)
  await differ(page, '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]')
  await page.goto(scene.at('/reviews'))
  const view = 'main button[aria-pressed'
  await differ(page, `${view}=true]`, `${view}=false]`)
  await differ(page, 'header label:has(:checked)', 'header label:not(:has(:checked))')
})

async function differ(page: Page, chosen: string, other: string): Promise<void> {
  const look = async (one: string) => {
    await page.locator(one).first().waitFor()
    return page.evaluate<string>(
      `getComputedStyle(document.querySelector('${one}')).backgroundColor`,
    )
  }
  const [first, second] = [await look(chosen), await look(other)]
  assert.notEqual(first, second, chosen)
}
