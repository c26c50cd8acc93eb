import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openReviewScene } from './review-scene.ts'
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
