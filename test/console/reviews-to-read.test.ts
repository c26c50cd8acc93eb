import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test(
  'an auditor filters closed reviews by outcome, and is offered none to claim',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const { data } = await scene.awa.get(`/verifications/${await scene.queued()}`)
    const { id } = data.review as { readonly id: string }
    await scene.awa.post(`/reviews/${id}/claim`)
    await scene.awa.post(`/reviews/${id}/decide`, confirm)
    const page = await scene.openAs(await scene.reviewer('sana', 'auditor'))
    await page.goto(scene.at('/reviews'))
    await page.getByText(en('reviews.textToRead')).waitFor()
    await clickButton(page, en('reviews.view.closed'))
    const row = page.getByRole('row', { name: en('labels.reviewOutcome.confirm') })
    await row.waitFor()
    await clickButton(page, en('reviews.columns.outcome'))
    await page.getByRole('menuitemcheckbox', { name: en('labels.reviewOutcome.dispute') }).click()
    await page.keyboard.press('Escape')
    await page.getByText(en('reviews.empty.filtered')).waitFor()
    await assertSound(page, 'reviews to read')
    const buttons = await page.getByRole('button').allInnerTexts()
    assert.ok(!buttons.some((text) => text.includes(en('reviews.takeNext'))))
    assert.ok(!buttons.includes(en('reviews.view.mine')))
  },
)
