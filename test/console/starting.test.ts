import assert from 'node:assert/strict'
import { test } from 'node:test'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { isQuiet } from './walk.ts'

const saidText = "getComputedStyle(document.querySelector('.svc-starting'), '::after').content"

test('where no script runs, the page says that alone', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.open({ javaScriptEnabled: false })
  await page.goto(scene.at('/sign-in'))
  await page.locator('noscript').waitFor()
  assert.equal(await page.locator('.svc-starting').boundingBox(), null)
})

test('over a slow line the page says that it loads, until it is there', options, async (t) => {
  const scene = await openBrowserScene(t)
  for (const [language, text] of [
    ['en-GB', '"Loading…"'],
    ['fr-SN', '"Chargement…"'],
    ['ar-MA', '"جارٍ التحميل…"'],
  ] as const) {
    const page = await scene.open({ locale: language })
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/assets/index-*.js', async (route) => {
      await arrived
      await route.continue()
    })
    await page.goto(scene.at('/sign-in'), { waitUntil: 'commit' })
    const starting = page.locator('.svc-starting')
    await starting.waitFor()
    assert.equal(await page.evaluate(saidText), text)
    arrive()
    await isQuiet(page)
    await starting.waitFor({ state: 'hidden' })
  }
})
