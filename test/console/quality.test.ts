import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { en, fr } from '../support/console-words.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutNetwork } from './cut-network.ts'
import { moveBetweenWays } from './move-between-ways.ts'
import { openReviewScene } from './review-scene.ts'
import { assertFits, assertSound, chooseLanguage, walkPage } from './walk.ts'

test(
  'a quality check is made blind, and what a lead reads of it reads well in each language (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t, { SVC_REVIEW_QUALITY_SAMPLE: '100' })
    const id = await scene.queued()
    const reviewOf = async (verification: string) => {
      const { data } = await scene.awa.get(`/verifications/${verification}`)
      return (data.review as { id: string }).id
    }
    const review = await reviewOf(id)
    await scene.awa.post(`/reviews/${review}/claim`)
    scene.clock.advance(40_000)
    await scene.awa.post(`/reviews/${review}/decide`, confirm)
    const other = await reviewOf(await scene.queued('DEMO-ERROR'))
    scene.clock.advance(1_000)
    await scene.awa.post(`/reviews/${other}/claim`)
    await scene.awa.post(`/reviews/${other}/decide`, confirm)

    const page = await scene.openAs(scene.omar)
    await page.goto(scene.at('/reviews'))
    await page.getByRole('button', { name: 'Quality checks (2)' }).click()
    await page.getByRole('heading', { name: en('reviews.quality.title') }).waitFor()
    await page.getByText(en('reviews.claimStatus.checking')).waitFor()
    // The claim is the reason, so the personal data is shown without asking for one.
    await page.getByRole('heading', { name: 'Awa Testou' }).waitFor()
    await page.getByRole('heading', { name: en('reviews.panel.why') }).waitFor()
    // The button of the check is the next step, not the next review.
    const nextReview = page.getByRole('button', { name: en.like('reviews.bar.next') })
    assert.equal(await nextReview.getAttribute('data-variant'), 'default')
    await moveBetweenWays(page)
    await page.keyboard.press('x')
    await page
      .getByRole('radio', { name: en.like('reviews.choose.dispute'), checked: true })
      .waitFor()
    await page.locator('input[type=checkbox]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await page.locator('button:focus', { hasText: en('reviews.quality.send') }).waitFor()
    await assertSound(page, 'a quality check')
    const reason = page.getByRole('checkbox', { checked: true })
    await assertGuarded(page, reason)
    scene.forgive()
    await cutNetwork(page, {
      send: () => clickButton(page, en('reviews.quality.send')),
      isIntact: async () => assert.ok(await reason.isChecked()),
      isDone: () => page.getByText(en('reviews.quality.sent')).waitFor(),
    })
    await page.getByRole('heading', { name: 'Upheld' }).waitFor()
    await page.getByRole('button', { name: 'Quality check (1)' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(id))
    await page.getByRole('heading', { name: en('reviews.quality.title') }).waitFor()

    const lead = await scene.reviewer('nadia', 'lead')
    await assertTableFits(await scene.openAs(lead), scene.at('/quality'))
    await walkPage({
      open: () => scene.openAs(lead),
      address: scene.at('/quality'),
      async settle(walked, say) {
        await walked.getByRole('region', { name: say('quality.differing.title') }).waitFor()
      },
    })
  },
)

/** With the longest words: where the navigation has just unfolded, and where the list becomes a table. */
async function assertTableFits(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('region', { name: en('quality.reviewers.title'), exact: true }).waitFor()
  await chooseLanguage(page, 'fr')
  const figures = page.getByRole('region', { name: fr('quality.reviewers.title'), exact: true })
  for (const [width, role] of [
    [1_101, 'list'],
    [1_200, 'table'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await figures.getByRole(role).waitFor()
    await assertFits(page, `${address} ${width}`)
  }
  await page.context().close()
}

/** The ticked reason outlives another tab, and the next review and another page wait for an answer. */
async function assertGuarded(page: Page, reason: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: en('reviews.leave.title') })
  await page.keyboard.press('n')
  await clickButton(question, en('reviews.leave.stay'))
  await page.getByRole('tab', { name: en('verifications.detail.tabs.checks') }).click()
  await page.getByRole('tab', { name: en('verifications.detail.tabs.review') }).click()
  assert.ok(await reason.isChecked(), 'kept while another tab is open')
  await page
    .getByRole('link', { name: en('frame.pages.reviews') })
    .first()
    .click()
  await clickButton(question, en('reviews.leave.stay'))
  assert.ok(await reason.isChecked(), 'kept by staying')
}
