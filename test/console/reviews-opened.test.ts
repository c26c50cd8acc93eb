// A review that was picked from the queue, in place of the next one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test('an opened review is claimed by key before anything is chosen', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued('DEMO-MISMATCH')
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at('/reviews'))
  await page.getByRole('link', { name: /^ver_/ }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/verifications/${id}?tab=review`)
  const bar = page.getByRole('region', { name: en('reviews.bar.label') })
  await bar.getByText(en('reviews.claimStatus.free')).waitFor()
  await page.keyboard.press('a')
  await bar.getByText(en.like('reviews.claimStatus.mine')).waitFor()
  const ways = page.getByRole('radiogroup', { name: en('reviews.panel.decision') })
  await ways.getByRole('radio').first().waitFor()
  assert.equal(await ways.getByRole('radio', { checked: true }).count(), 0)
  assert.equal(await bar.getByRole('button', { name: en('reviews.bar.take') }).count(), 0)
  await assertSound(page, 'a review claimed by key')
})

test('a review claimed beside its checks leads to the form of the decision', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=checks`))
  await clickButton(page, en('reviews.bar.take'))
  await clickButton(page, en('reviews.bar.decide'))
  const ways = page.getByRole('radiogroup', { name: en('reviews.panel.decision') })
  await ways.locator('input:focus').waitFor()
  assert.equal(await ways.getByRole('radio', { checked: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: en('reviews.bar.decide') }).count(), 0)
})
