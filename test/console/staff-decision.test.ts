// Long: one decision in three languages. reviews.test.ts has a decision by keyboard, staff-decision.test.ts of the
// flows its outcome.

// A verification that no provider decides, approved by a reviewer at the keyboard.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from '../support/api-client.ts'
import { ar, en, fr } from '../support/console-words.ts'
import { claimed, specimenForm } from '../support/images/specimens.ts'
import { openWork } from '../support/scenes/work-scene.ts'
import { options } from './browser.ts'
import { lendPort } from './console-port.ts'
import { standBefore } from './scene.ts'
import { assertSound } from './walk.ts'
import { takeCookie } from './watch-browser.ts'

for (const { locale, words } of [
  { locale: 'en-GB', words: en },
  { locale: 'fr-SN', words: fr },
  { locale: 'ar-MA', words: ar },
]) {
  test(`staff approve a verification in ${locale}`, options, async (t) => {
    const local = { SVC_PROVIDER: 'local', SVC_REVIEW_FOUR_EYES: 'never' }
    const work = await openWork({ settings: { ...(await lendPort()), ...local } })
    const { open, at } = await standBefore(t, work)
    const body = specimenForm(claimed)
    const { data } = await call(`${work.url}/kyc/verify`, { key: work.liveKey, body })
    const id = String(data.id)
    await work.server.jobs.idle()
    const page = await open({ locale })
    await takeCookie(page, work.awa, new URL(at('')).origin)
    await page.goto(at('/reviews'))
    const row = page.getByRole('row').filter({ hasText: words('labels.reviewCause.decision') })
    await row.getByText(words('labels.status.pending'), { exact: true }).waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(`**/verifications/${id}?tab=review`)
    await page.getByText(words('reviews.panel.decidesStatus')).waitFor()
    await page.getByText(words('verifications.detail.pendingStaff')).waitFor()
    // Nothing was compared, but it is what the photos are looked at for.
    const strip = page.getByRole('region', { name: words('verifications.detail.strip') })
    await strip.getByText(claimed.id_number, { exact: true }).waitFor()
    await page.keyboard.press('y')
    const choice = words('reviews.choose.approved')
    await page.getByRole('radio', { name: choice, checked: true }).waitFor()
    await page.getByRole('radio', { name: words('reviews.choose.declined') }).waitFor()
    await page.locator('input[type=checkbox]:focus').waitFor()
    await assertSound(page, `the decision of staff, ${locale}`)
    await page.keyboard.press('Space')
    await page.getByText(words('reviews.bar.willClose.approved')).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.locator('button:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(words('reviews.done.closed.approved')).waitFor()
    await page.getByRole('heading', { name: words('labels.reviewOutcome.approved') }).waitFor()
    for (const untrue of ['reviews.panel.neverStatus', 'reviews.causeText.decision'] as const) {
      assert.equal(await page.getByText(words(untrue)).count(), 0, untrue)
    }
    const detail = await call(`${work.url}/kyc/verifications/${id}`, { key: work.liveKey })
    assert.equal(detail.data.status, 'approved')
  })
}
