// Long: prints a page, lists and panels from windows of several widths.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openReviewScene } from './review-scene.ts'
import { openBrowserScene } from './scene.ts'
import { isQuiet } from './walk.ts'

/** What paper has behind each instant of the first row. */
const printedInstants = `[...document.querySelectorAll('tbody tr:first-child time')]
  .filter((element) => element.getClientRects().length > 0)
  .map((element) => getComputedStyle(element, '::after').content)`

test('paper has a page alone, in the light theme', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa, { colorScheme: 'dark' })
  await page.goto(scene.at(`/verifications/${id}`))
  await isQuiet(page)
  const around = [
    page.getByRole('navigation').first(),
    page.getByRole('banner'),
    page.getByRole('region', { name: en('reviews.bar.label') }),
  ]
  for (const one of around) await one.waitFor()
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  assert.equal(await scheme(), 'dark')
  const zone = page.getByText(en('frame.paper', { zone: 'Africa/Dakar' }))
  assert.equal(await zone.isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  for (const one of around) await one.waitFor({ state: 'hidden' })
  await page.getByRole('tab').first().waitFor()
  assert.equal(await scheme(), 'light')
  await zone.waitFor()
  // Else the colours that a chart's legend names are left out as backgrounds are.
  const colours = "getComputedStyle(document.querySelector('main')).printColorAdjust"
  assert.equal(await page.evaluate(colours), 'exact')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  for (const one of around) await one.waitFor()
  assert.equal(await scheme(), 'dark')
})

test('a printed list says each thing once, from whatever window', options, async (t) => {
  const scene = await openReviewScene(t)
  await scene.queued()
  const lead = await scene.reviewer('nadia', 'lead')
  for (const width of [1280, 718]) {
    const page = await scene.openAs(lead, { viewport: { width, height: 800 } })
    for (const path of ['/verifications', '/reviews']) {
      await page.goto(scene.at(path))
      await isQuiet(page)
      await page.emulateMedia({ media: 'print' })
      await page.evaluate("dispatchEvent(new Event('beforeprint'))")
      // The paper is narrower than the window.
      await page.setViewportSize({ width: 718, height: 800 })
      const row = page.locator('tbody tr').first()
      await row.getByText('Declined').waitFor()
      const text = await row.innerText()
      for (const said of [/National ID card/g, /Declined/g]) {
        assert.equal(text.match(said)?.length, 1, `${said} at ${width} in ${text}`)
      }
      assert.doesNotMatch(text, /\b(?:now|ago|in \d+)\b/)
      const instants = await page.evaluate<string[]>(printedInstants)
      assert.equal(instants.length, 1, `${instants} at ${width}`)
      assert.match(instants[0] ?? '', /^"\d\d?\s\w+\s\d{4}, \d\d:\d\d\sUTC"$/)
      await page.evaluate("dispatchEvent(new Event('afterprint'))")
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width, height: 800 })
    }
  }
})

/** Answers what the server says, with these parts as they are after an outage. */
async function answerAfterOutage(page: Page, path: string, parts: object): Promise<void> {
  await page.route(`**/console/api${path}*`, async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: merge(data, parts) } })
  })
}

function merge(known: object, parts: object): object {
  const merged = Object.entries(parts).map(([name, part]) => {
    const old: unknown = Object(known)[name]
    return [name, isObject(part) && isObject(old) ? merge(old, part) : part]
  })
  return { ...known, ...Object.fromEntries(merged) }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

test('printed panels say when, not how long ago', options, async (t) => {
  const scene = await openBrowserScene(t)
  const at = '2026-11-21T06:05:00.000Z'
  const backups = { state: 'well', last_success_at: at }
  const page = await scene.openAs('administrator')
  const down = { state: 'down', down_since: at }
  const health = { provider: down, scoring: down, backups }
  const parts = { has_verifications: true, oldest_pending_at: at, health }
  await answerAfterOutage(page, '/overview', parts)
  await answerAfterOutage(page, '/system', { backups, outgoing_paused_at: at })
  for (const [path, times] of [
    ['/overview', 4],
    ['/system', 2],
  ] as const) {
    await page.goto(scene.at(path))
    await isQuiet(page)
    await page.emulateMedia({ media: 'print' })
    const instants = page.locator('main [title*="06:05:00"][data-printed*="06:05"]')
    assert.equal(await instants.count(), times, path)
    const text = await page.locator('main').innerText()
    assert.doesNotMatch(text, /\bago\b/)
    await page.emulateMedia({ media: 'screen' })
    await page.locator('main').getByText(/ago/).first().waitFor()
  }
})
