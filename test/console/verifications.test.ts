import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { newId } from '../../server/kernel/ids.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { keepCompleted } from '../support/console-verifications.ts'
import { anyOf, en } from '../support/console-words.ts'
import { clickAtOnce } from './at-once.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { goWithin } from './go-within.ts'
import { keepOfEachKind, openList } from './list-scene.ts'
import { openBrowserScene } from './scene.ts'
import { assertFits, assertSound, chooseLanguage, walkPage } from './walk.ts'

test('the verifications read well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  await keepOfEachKind(scene)
  const open = () => scene.openAs('reviewer')
  await walkPage({ open, address: scene.at('/verifications') })
})

test(
  'the list fits the narrowest windows with five and with six columns (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    const page = await openList(scene)
    await chooseLanguage(page, 'fr')
    for (const width of [900, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      await assertFits(page, `the list at ${width} px`)
    }
  },
)

/** Values of the filter of statuses, whose menu is opened. */
async function openStatuses(page: Page, ...statuses: readonly ('declined' | 'error')[]) {
  const name = anyOf(...statuses.map((one) => en(`labels.status.${one}`)))
  await page
    .getByRole('button', { name: en('verifications.list.columns.status'), exact: true })
    .click()
  const choices = page.getByRole('menuitemcheckbox', { name })
  await choices.last().waitFor()
  return choices.all()
}

test(
  'values ticked at once and days filter; "nothing matches" is not "nothing yet"',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    scene.clock.advance(24 * 60 * 60_000)
    await keepCompleted({ db: scene.appliance.db, clock: scene.clock })
    const page = await openList(scene)
    const isCounted = (count: number) =>
      page.getByText(en('verifications.list.count', { count }), { exact: true }).waitFor()
    await isCounted(7)
    await page
      .getByRole('button', { name: en('verifications.list.days.label'), exact: true })
      .click()
    await assertSound(page, 'days')
    await clickButton(page, en('verifications.list.days.apply'))
    await page.getByText(en('verifications.list.days.wrong')).waitFor()
    const from = page.getByLabel(en('verifications.list.days.from'), { exact: true })
    await from.fill('31/2/2026')
    await clickButton(page, en('verifications.list.days.apply'))
    await page.getByText(en('frame.day.wrong')).waitFor()
    assert.doesNotMatch(page.url(), /dates=/)
    await from.fill('21/11/2026')
    await page.getByLabel(en('verifications.list.days.to'), { exact: true }).fill('2026-11-21')
    await page.keyboard.press('Enter')
    await isCounted(6)
    assert.match(page.url(), /dates=2026-11-21\.\.2026-11-21/)
    await clickAtOnce(page, ...(await openStatuses(page, 'declined', 'error')))
    await page.waitForURL(/status=declined%2Cerror/)
    await isCounted(2)
    await goWithin(page, scene.at('/verifications?status=declined&dates=2026-11-22..2026-11-22'))
    await page.getByText(en('verifications.list.noMatch')).waitFor()
    await assertSound(page, 'nothing matches')
    await clickButton(page, en('verifications.list.clear'))
    await isCounted(7)
    await page.getByText(en('frame.environment.sandbox'), { exact: true }).click()
    await page.getByText(en('verifications.list.empty.sandbox')).waitFor()
    assert.match(page.url(), /environment=sandbox/)
  },
)

test(
  'whoever comes back finds the row, though newer ones came and the filter holds (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { db } = scene.appliance
    for (let count = 0; count < 30; count += 1) {
      const status = count % 2 === 0 ? 'declined' : 'approved'
      await keepCompleted({ db, clock: scene.clock }, { status })
    }
    const page = await openList(scene)
    await page.getByText(en('verifications.list.shown', { count: 25 })).waitFor()
    // The next page that is clicked on the way belongs to the list without the filter.
    const choices = await openStatuses(page, 'declined', 'error')
    await clickAtOnce(page, ...choices, page.getByRole('button', { name: en('frame.list.older') }))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    // The page has come to its new address, which remembers the row; the first value alone gives as many.
    const chosen = ['declined', 'error'] as const
    await page.getByText(chosen.map((one) => en(`labels.status.${one}`)).join(', ')).waitFor()
    await page.getByText(en('verifications.list.count', { count: 15 })).waitFor()
    await page
      .getByRole('row', { name: en('labels.status.approved') })
      .first()
      .waitFor({ state: 'detached' })
    assert.match(page.url(), /status=declined%2Cerror/)
    for (const key of ['j', 'j', 'j', 'k', 'j']) await page.keyboard.press(key)
    const left = await focusedRow(page)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/verifications/${left}`)
    await keepCompleted({ db, clock: scene.clock }, { status: 'declined' })
    await page.goBack()
    await page.locator(`[data-row-link="${left}"]:focus`).waitFor()
    assert.match(page.url(), /status=declined/)
    await clickButton(page, en('frame.list.newer'))
    await page.getByText(en('verifications.list.count', { count: 16 })).waitFor()
  },
)

test(
  'a document number that is searched for is in no address, history or storage',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const number = '2751199400042'
    await verifyInSandbox(scene, { id_number: number, external_ref: 'customer-42' })
    const page = await openList(scene)
    await page.getByText(en('verifications.list.empty.live')).waitFor()
    await page.keyboard.press('/')
    await page.locator('input:focus').waitFor()
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.getByText(en('verifications.list.search.number')).waitFor()
    await page.getByText(en('verifications.list.count', { count: 1 }), { exact: true }).waitFor()
    assert.match(page.url(), /environment=sandbox/)
    const kept = `JSON.stringify([location.href, history.state, {...localStorage}, {...sessionStorage},
    document.body.innerText])`
    assert.equal(String(await page.evaluate(kept)).includes(number), false)
    await page
      .getByRole('button', { name: en('frame.environment.live') })
      .or(page.getByText(en('frame.environment.live'), { exact: true }))
      .click()
    await page.getByText(en('verifications.list.search.none.live')).waitFor()
    await page.reload()
    await page.getByText(en('verifications.list.search.forgotten')).waitFor()
    await assertSound(page, 'a forgotten search')
  },
)

test(
  'a search leads by a reference to the list, by an id to its verification',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { id } = (await verifyInSandbox(scene, { external_ref: 'customer-42' })).data
    const page = await openList(scene)
    await search(page, 'customer-42')
    await page
      .getByText(
        en('frame.list.set', {
          filter: en('verifications.list.columns.reference'),
          value: 'customer-42',
        }),
      )
      .waitFor()
    assert.match(page.url(), /external_ref=customer-42/)
    await page.getByText(en('verifications.list.count', { count: 1 }), { exact: true }).waitFor()
    await search(page, String(id))
    await page.waitForURL(`**/verifications/${id}`)
    await search(page, 'ustomer-42')
    // Names are not searched unless the bank wants it.
    await page.getByText(en('verifications.list.search.nothing_but_names')).waitFor()
  },
)

test(
  'skipped scores are distinguished from verifications without one, and can be filtered (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const needs = { db: scene.appliance.db, clock: scene.clock }
    const skipped = await keepCompleted(needs, { scoring: { state: 'skipped' } })
    const failed = await keepCompleted(needs, {
      status: 'error',
      reasons: ['provider_unreachable'],
      scoring: { state: 'requested' },
    })
    const page = await openList(scene)
    const row = (id: string) =>
      page.getByRole('row').filter({ has: page.locator(`[data-row-link="${id}"]`) })
    await row(failed.id).getByText(en('verifications.list.notScored')).waitFor()
    assert.equal(
      await row(failed.id).getByText(en('verifications.list.scoring.requested')).count(),
      0,
    )
    await page
      .getByRole('button', { name: en('verifications.list.columns.scoring'), exact: true })
      .click()
    await page
      .getByRole('menuitemradio', { name: en('verifications.list.scoring.skipped') })
      .click()
    await page.getByText(en('verifications.list.count', { count: 1 }), { exact: true }).waitFor()
    await row(skipped.id).getByText(en('verifications.list.scoring.skipped')).waitFor()
    assert.match(page.url(), /scoring_skipped=true/)
  },
)

test('a list shows the outcome of a review, even if its column has no room', options, async (t) => {
  const scene = await openBrowserScene(t)
  const needs = { db: scene.appliance.db, clock: scene.clock }
  const { id, createdAt } = await keepCompleted(needs, { status: 'declined' })
  await scene.appliance.db.write((trx) =>
    trx
      .insertInto('reviews')
      .values({
        ...{ id: newId('rev', createdAt), verification_id: id, environment: 'live' },
        ...{ state: 'closed', causes: '["declined"]', created_at: createdAt },
        ...{ outcome: 'dispute', outcome_reasons: '["same_person"]', closed_at: createdAt },
        ...{ due_at: createdAt, score_order: 1001 },
      })
      .execute(),
  )
  const page = await openList(scene)
  await page.getByRole('link', { name: en('verifications.list.review.dispute') }).waitFor()
  assert.equal(await page.getByText(en('verifications.list.reviewMark.dispute')).isVisible(), false)
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.getByText(en('verifications.list.reviewMark.dispute')).waitFor()
  await page
    .getByRole('link', { name: en('verifications.list.review.dispute') })
    .waitFor({ state: 'detached' })
})

test(
  'a filter is saved, set again, renamed and kept when its owner signs out (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    const reference = 'customer-0777'
    const set = `?status=declined&reason=name_mismatch&external_ref=${reference}`
    const page = await openList(scene, set)
    const saved = page.getByRole('button', { name: en('verifications.list.saved.open') })
    await saved.click()
    await page.getByRole('menuitem', { name: en('verifications.list.saved.save') }).click()
    await page.getByLabel(en('verifications.list.saved.name')).fill('Wrong names')
    await page.getByText(en('verifications.list.saved.withoutReference')).waitFor()
    await assertSound(page, 'save a filter')
    await page.keyboard.press('Enter')
    await clickButton(page, en('frame.list.clear'))
    await saved.click()
    await page.getByRole('menuitem', { name: en('verifications.list.saved.edit') }).click()
    await page.getByLabel(en('verifications.list.saved.nameOf', { place: '1' })).fill('Names')
    await assertSound(page, 'edit the filters')
    await clickButton(page, en('verifications.list.saved.saveChanges'))
    await clickButton(page, en.like('frame.account'))
    await page.getByRole('menuitem', { name: en('frame.signOut') }).click()
    await page.waitForURL('**/sign-in')
    const rows = await scene.appliance.db.reader
      .selectFrom('saved_filters')
      .select(['name', 'parameters'])
      .execute()
    const parameters = JSON.stringify({ status: 'declined', reason: 'name_mismatch' })
    assert.deepEqual(rows, [{ name: 'Names', parameters }])
    const kept = String(await page.evaluate('JSON.stringify({...localStorage})'))
    assert.doesNotMatch(kept, new RegExp(reference))
  },
)

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

async function focusedRow(page: Page): Promise<string> {
  const id = String(await page.evaluate('document.activeElement?.dataset.rowLink'))
  assert.match(id, /^ver_/)
  return id
}
