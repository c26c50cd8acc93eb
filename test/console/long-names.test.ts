// Long: opens the pages of five roles with names of a hundred letters.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { confirm, dispute } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { assertFits } from './walk.ts'

/** As long as a name may be, without a space at which it could break. */
const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100)

/** The reviewer and the key bear the name. A second reviewer differs from what the first decided. */
async function openNamed(t: Parameters<typeof openReviewScene>[0]): Promise<ReviewScene> {
  const scene = await openReviewScene(t, { SVC_REVIEW_QUALITY_SAMPLE: '100' })
  const { data } = await scene.awa.get(`/verifications/${await scene.queued()}`)
  const { id } = data.review as { readonly id: string }
  await scene.awa.post(`/reviews/${id}/claim`)
  scene.clock.advance(40_000)
  await scene.awa.post(`/reviews/${id}/decide`, confirm)
  const next = await scene.omar.post('/quality/checks/next')
  const check = next.data.check as { readonly id: string }
  await scene.omar.post(`/quality/checks/${check.id}/decide`, dispute)
  await scene.appliance.db.write(async (trx) => {
    await trx.updateTable('users').set({ name }).where('id', '=', scene.awa.id).execute()
    await trx.updateTable('api_keys').set({ name }).execute()
  })
  return scene
}

test('a name that is one long word breaks, so that no page grows wider', options, async (t) => {
  const scene = await openNamed(t)
  const administrator = await scene.openAs(await scene.reviewer('fatou', 'administrator'))
  for (const path of ['/users', '/keys']) await assertFitsAt(administrator, scene.at(path))
  const auditor = await scene.openAs(await scene.reviewer('sana', 'auditor'))
  await assertFitsAt(auditor, scene.at('/audit'))
  const lead = await scene.openAs(await scene.reviewer('nadia', 'lead'))
  for (const path of ['/quality', `/reviews?state=closed&reviewer=${scene.awa.id}`]) {
    await assertFitsAt(lead, scene.at(path))
  }
})

test('a choice of people keeps within its field, however long a name is', options, async (t) => {
  const scene = await openNamed(t)
  await scene.queued()
  const page = await scene.openAs(await scene.reviewer('nadia', 'lead'))
  await page.goto(scene.at('/reviews'))
  await page.getByRole('checkbox', { name: en('reviews.bulk.page') }).check()
  await clickButton(page, en('reviews.bulk.assign'))
  const field = page.getByRole('dialog').getByRole('combobox')
  await field.click()
  const option = page.getByRole('option', { name })
  await option.waitFor()
  const [room, taken] = await Promise.all([field.boundingBox(), option.boundingBox()])
  assert.ok(room && taken && taken.width <= room.width)
  await page.goto(scene.at('/reviews'))
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: en('reviews.filter.reviewer'), exact: true }).click()
  await page.getByRole('menuitemradio', { name }).waitFor()
  await assertFits(page, 'menu of reviewers')
})

async function assertFitsAt(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByText(name).first().waitFor({ state: 'attached' })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.locator('main').getByText(name).filter({ visible: true }).first().waitFor()
    await assertFits(page, `${address} ${width}`)
  }
}
