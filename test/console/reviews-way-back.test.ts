import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'

test(
  'the way back leads to the list that a review was opened from, else to the queue (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    await page.goto(scene.at('/verifications'))
    await page.getByRole('link', { name: en('verifications.list.review.open') }).click()
    await page
      .getByRole('tab', { name: en('verifications.detail.tabs.review'), selected: true })
      .waitFor()
    await isLit(page, en('frame.pages.verifications'))
    await clickButton(page, en('verifications.detail.back'))
    await page.locator(`[data-row-link="${id}"]:focus`).waitFor()
    assert.match(page.url(), /\/verifications(\?environment=live)?$/)

    await page.goto(scene.at('/reviews'))
    await page.getByRole('link', { name: /^ver_/ }).click()
    await page.getByRole('tab', { name: en('verifications.detail.tabs.checks') }).click()
    await page
      .getByRole('tab', { name: en('verifications.detail.tabs.checks'), selected: true })
      .waitFor()
    await isLit(page, en('frame.pages.reviews'))

    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await isLit(page, en('frame.pages.reviews'))
    await page.getByRole('link', { name: en('verifications.detail.back') }).click()
    await page.waitForURL('**/reviews')
  },
)

/** The menu shows one place, and it is this one. */
async function isLit(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: en('frame.navigation'), exact: true })
  await menu.locator('[aria-current=true]', { hasText: name }).waitFor()
  assert.equal(await menu.locator('[aria-current]').count(), 1)
  const crumbs = page.getByRole('navigation', { name: en('frame.breadcrumb') })
  await crumbs.getByRole('link', { name, exact: true }).waitFor()
}
