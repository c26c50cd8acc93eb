import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openReviewScene } from './review-scene.ts'
import { isQuiet } from './walk.ts'

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
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  for (const one of around) await one.waitFor({ state: 'hidden' })
  await page.getByRole('tab').first().waitFor()
  assert.equal(await scheme(), 'light')
  // Else the colours that a chart's legend names are left out as backgrounds are.
  const colours = "getComputedStyle(document.querySelector('main')).printColorAdjust"
  assert.equal(await page.evaluate(colours), 'exact')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  for (const one of around) await one.waitFor()
  assert.equal(await scheme(), 'dark')
})
