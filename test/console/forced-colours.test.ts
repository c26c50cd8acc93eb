// Colours that the user forces take away backgrounds: what is chosen must still differ from what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
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
  const radios = page.getByRole('radio', { name: en.like('reviews.choose.confirm') })
  await differ(radios, page.getByRole('radio', { name: en.like('reviews.choose.dispute') }))
  const boxes = page.getByRole('checkbox')
  await differ(boxes.and(page.locator(':checked')), boxes.and(page.locator(':not(:checked)')))
  await differ(
    page.getByRole('tab', { selected: true }),
    page.getByRole('tab', { selected: false }),
  )
  await page.goto(scene.at('/reviews'))
  const views = page.locator('main [aria-pressed]')
  await differ(
    views.and(page.locator('[aria-pressed=true]')),
    views.and(page.locator('[aria-pressed=false]')),
  )
  const environment = (name: 'live' | 'sandbox') =>
    page.locator('header label', { hasText: en(`frame.environment.${name}`) })
  await differ(environment('live'), environment('sandbox'))
})

async function differ(chosen: Locator, other: Locator): Promise<void> {
  const look = async (one: Locator) => {
    await one.first().waitFor()
    return one.first().evaluate((element) => getComputedStyle(element).backgroundColor)
  }
  assert.notEqual(await look(chosen), await look(other))
}
