// Long: opens six pages in windows of several widths.

// Two columns beside each other, where windows have just enough room for them, in the longest words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { en, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { keepOfEachKind, openList } from './list-scene.ts'
import { openReviewScene } from './review-scene.ts'
import { openBrowserScene } from './scene.ts'
import { assertFits, chooseLanguage } from './walk.ts'

/** The first with two columns, the last with folded navigation, and those that follow them. */
const widths = [1001, 1024, 1099, 1101, 1180, 1241, 1280]

/** In the page. */
const textsTooWide = `[...document.querySelectorAll('main dd')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)`

/** In the page. */
const countriesCut = `[...document.querySelectorAll('tbody td:nth-child(3) > span')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)`

test('the facts of the appliance stay within their panel', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/system'))
  await chooseLanguage(page, 'fr')
  await page.getByRole('region', { name: fr('system.machine.title') }).waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const facts = await page.evaluate(textsTooWide)
    assert.deepEqual(facts, [], `wider than the panel at ${width}`)
  }
})

test('the filter of the audit log stands in one line', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/audit'))
  const filter = page.getByRole('group', { name: en('frame.list.filter') })
  const fields = filter.getByRole('textbox')
  await fields.first().waitFor()
  for (const width of widths.filter((one) => one >= 1024)) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await topsOf(fields)
    assert.equal(new Set(tops).size, 1, `at ${width} they stand at ${tops.join(', ')}`)
  }
})

test('a list of verifications names the country of each document', options, async (t) => {
  const scene = await openBrowserScene(t)
  await keepOfEachKind(scene)
  const page = await openList(scene)
  await chooseLanguage(page, 'fr')
  for (const width of [900, ...widths]) {
    await page.setViewportSize({ width, height: 800 })
    await assertFits(page, `the list at ${width} px`)
    const cut = await page.evaluate(countriesCut)
    assert.deepEqual(cut, [], `cut off at ${width}`)
  }
})

test('the tabs of a verification stand in one line', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}`))
  await chooseLanguage(page, 'fr')
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await topsOf(tabs)
    assert.equal(new Set(tops).size, 1, `at ${width} they stand at ${tops.join(', ')}`)
  }
})

test('the queue has room for the words of who holds a review', options, async (t) => {
  const scene = await openReviewScene(t)
  const { data } = await scene.awa.get(`/verifications/${await scene.queued()}`)
  await scene.awa.post(`/reviews/${(data.review as { readonly id: string }).id}/claim`)
  const page = await scene.openAs(await scene.reviewer('nadia', 'lead'), {
    viewport: { width: 1101, height: 800 },
  })
  await page.goto(scene.at('/reviews'))
  const holder = page.getByRole('cell', { name: /The reviewer/ })
  await holder.waitFor()
  assert.ok(((await holder.boundingBox())?.width ?? 0) >= 120)
  await assertFits(page, 'queue at 1101')
})

test(
  'the icons of the folded navigation stand in one line, clear of counts',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    await scene.queued()
    const page = await scene.openAs(scene.awa, { viewport: { width: 1024, height: 800 } })
    await page.goto(scene.at('/reviews'))
    const navigation = page.getByRole('navigation').first()
    const count = navigation.getByRole('link', { name: en('frame.pages.reviews') }).getByText('1')
    await count.first().waitFor()
    const icons = navigation.locator('li a > svg')
    const boxes = await Promise.all((await icons.all()).map((icon) => icon.boundingBox()))
    assert.equal(new Set(boxes.map((box) => box && box.x + box.width / 2)).size, 1)
    const { y: top = 0 } = (await count.first().boundingBox()) ?? {}
    const icon = await navigation.locator('li a[aria-current] > svg').boundingBox()
    assert.ok(icon && icon.y + icon.height <= top)
  },
)

async function topsOf(tabs: Locator): Promise<readonly number[]> {
  const boxes = await Promise.all((await tabs.all()).map((one) => one.boundingBox()))
  return boxes.map((box) => Math.round(box?.y ?? 0))
}
