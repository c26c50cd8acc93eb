// Long: a lead’s steps by keyboard, each with a look of axe; test/api/console/reviews-assigned.test.ts and
// saved-filters.test.ts have what they do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { proposed } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test(
  'a near miss of the small box before a review ticks it, and opens nothing',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    await scene.queued()
    const page = await scene.openAs(await scene.reviewer('lead', 'lead'))
    await page.goto(scene.at('/reviews'))
    const cell = page.locator('tbody tr').first().locator('td').first()
    await cell.click({ position: { x: 4, y: 4 } })
    await page.getByText(en('reviews.bulk.count', { count: 1 }), { exact: true }).waitFor()
    assert.match(page.url(), /\/reviews$/)
  },
)

test('a lead assigns reviews and shares a filter by keyboard', options, async (t) => {
  const scene = await openReviewScene(t)
  const { omar } = scene
  const name = 'Omar Diop'
  await scene.appliance.db.write((trx) =>
    trx.updateTable('users').set({ name }).where('id', '=', omar.id).execute(),
  )
  const lead = await scene.reviewer('lead', 'lead')
  const page = await scene.openAs(lead)
  const { keyboard } = page
  await page.goto(scene.at('/reviews'))
  await page.getByText(en('reviews.empty.open')).waitFor()
  const bar = page.getByRole('group', { name: en('reviews.bulk.label') })
  assert.equal(await bar.count(), 0, 'an empty queue has nothing to select')
  await scene.queued()
  await scene.queued('DEMO-ERROR')
  await page.reload()
  const all = page.getByRole('checkbox', { name: en('reviews.bulk.page') })
  await all.focus()
  await keyboard.press('Space')
  await page.getByText(en('reviews.bulk.count', { count: 2 }), { exact: true }).waitFor()
  await assertSound(page, 'reviews selected')
  await page.getByRole('button', { name: en('reviews.bulk.assign') }).focus()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en('reviews.bulk.assignTitle') })
  await dialog.getByRole('combobox', { name: en('reviews.bulk.to') }).focus()
  await keyboard.type(name)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await assertSound(page, 'assign reviews')
  await dialog.getByRole('button', { name: en('reviews.bulk.assignAction') }).focus()
  await keyboard.press('Enter')
  await dialog.getByText(en('reviews.bulk.assigned', { count: 2 })).waitFor()
  await assertSound(page, 'reviews assigned')
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(en('reviews.who.assigned', { name })).last().waitFor()

  await page.getByRole('button', { name: en('reviews.filter.assignee'), exact: true }).focus()
  await keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name, exact: true }).focus()
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await page.waitForURL(`**assignee=${omar.id}`)
  await page.getByRole('button', { name: en('verifications.list.saved.open') }).focus()
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: en('verifications.list.saved.save') }).focus()
  await keyboard.press('Enter')
  await page.getByLabel(en('verifications.list.saved.name')).waitFor()
  await keyboard.type('Of Omar')
  await page.getByLabel(en('verifications.list.saved.share')).focus()
  await keyboard.press('Space')
  await assertSound(page, 'share a filter')
  await keyboard.press('Enter')
  await page.getByText(en('verifications.list.saved.done', { name: 'Of Omar' })).waitFor()
  const { data } = await omar.get('/saved-filters/reviews')
  const [filter] = data.items as { readonly filter: object }[]
  assert.deepEqual(filter?.filter, { assignee: omar.id })

  await clickButton(page, en('frame.list.columns'))
  await page.getByRole('menuitemcheckbox', { name: en('reviews.columns.points') }).click()
  await keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: en('reviews.columns.who') }).waitFor()
  const hidden = page.getByRole('columnheader', { name: en('reviews.columns.points') })
  assert.equal(await hidden.count(), 0, 'hidden columns stay hidden')
})

test('whose proposal was rejected reads a notice and their own history', options, async (t) => {
  const scene = await openReviewScene(t)
  const work = { ...scene, queued: (idNumber?: string) => queuedReview(idNumber) }
  async function queuedReview(idNumber = 'DEMO-MISMATCH') {
    const { data } = await scene.awa.get(`/verifications/${await scene.verified(idNumber)}`)
    return String((data.review as { readonly id: string }).id)
  }
  const { reject } = await proposed(work)
  await reject()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at('/reviews'))
  await page.getByText(en('frame.reviewNotices', { count: 1 })).waitFor()
  const panel = page.getByRole('region', { name: en('reviews.notices.title') })
  await panel.getByText(en('labels.rejectionReason.outcome_wrong')).waitFor()
  await assertSound(page, 'a notice')
  await panel.getByRole('button', { name: en('reviews.notices.seen') }).focus()
  await page.keyboard.press('Enter')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: en('reviews.history.title') }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: en('reviews.history.title') }).waitFor()
  await page.getByText(en.like('reviews.history.result.rejected')).last().waitFor()
  await assertSound(page, 'my decisions')
})
