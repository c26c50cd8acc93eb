// The last step before a decision is sent, which cannot be undone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { holdBack } from './page-requests.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test(
  'a decision is shown in full before it is sent, and the next review may be asked for meanwhile',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const mismatch = await scene.queued('DEMO-MISMATCH')
    const expired = await scene.queued('DEMO-EXPIRED')
    const page = await scene.openAs(scene.awa)
    const { keyboard } = page
    await page.goto(scene.at(`/verifications/${mismatch}?tab=review`))
    const bar = page.getByRole('region', { name: en('reviews.bar.label') })
    await bar.getByText(en('reviews.claimStatus.free')).waitFor()
    await keyboard.press('y')
    await page.locator('input[type=checkbox]:focus').waitFor()
    await keyboard.press('Space')
    const reason = await page.getByRole('checkbox', { checked: true }).inputValue()
    await page.getByLabel(en('reviews.panel.decisionNote')).fill('The customer married.')
    await page.getByLabel(en('reviews.panel.checker')).selectOption({ label: 'The reviewer' })
    await keyboard.press('Control+Enter')
    const send = bar.getByRole('button', { name: en('reviews.bar.send.propose') })
    await send.and(page.locator(':focus')).waitFor()
    const shown = en(`labels.reviewReason.${reason as 'decision_correct'}`)
    for (const text of [
      shown,
      'The customer married.',
      en('reviews.bar.checker', { name: 'The reviewer' }),
    ]) {
      await bar.getByText(text).waitFor()
    }
    const told = page.locator(`[id="${await send.getAttribute('aria-describedby')}"]`)
    await told.getByText(shown).waitFor()
    await assertSound(page, 'a decision shown in full')
    const passOn = await holdBack(page, '**/decide')
    await keyboard.press('Enter')
    await send.and(page.locator('[data-loading]')).waitFor()
    await keyboard.press('n')
    passOn()
    await page.waitForURL(`**/verifications/${expired}?tab=review`)
    const { data } = await scene.omar.get(`/verifications/${mismatch}`)
    assert.equal((data.review as { readonly state: string }).state, 'proposed')
  },
)
