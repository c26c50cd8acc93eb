import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { holdBack } from './page-requests.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

test('an operation reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = () => scene.openAs('developer')
  const settle = (page: Page) => page.locator('pre').first().waitFor()
  await walkPage({ open, address: scene.at('/developer#verifySandbox'), settle })
})

test(
  'an operation is found by a field, opened, and still open after a reload (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('developer')
    await page.goto(scene.at('/developer'))
    await page.getByText(`${new URL(scene.at('/')).origin}/v1`, { exact: true }).waitFor()
    await assertSound(page, 'developer-introduction')
    await page.getByRole('searchbox', { name: en('developer.search') }).fill('sandbox_outcome POST')
    const list = page.getByRole('navigation', { name: en('developer.operations') })
    await list.getByRole('link', { name: /kyc\/sandbox\/verify/ }).click()
    const title = page.getByRole('heading', {
      level: 2,
      name: 'Submit a verification in the sandbox',
    })
    await title.waitFor()
    await page.locator('h2:focus').waitFor()
    assert.match(page.url(), /#verifySandbox$/)
    await page.reload()
    await title.waitFor()
    await page.getByRole('tab', { name: 'PHP' }).click()
    await page.getByText('CURLOPT_POSTFIELDS').waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('link', { name: en('developer.back') }).click()
    // A part that is still to be loaded gets the focus once it is there.
    const release = await holdBack(page, /receivers-view/)
    const loaded = page.waitForRequest(/receivers-view/)
    await list.getByRole('link', { name: en('developer.receivers.title') }).click()
    await loaded
    release()
    await page.locator('h2:focus', { hasText: en('developer.receivers.title') }).waitFor()
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByText('# receiver.py').waitFor()
    await assertSound(page, 'developer-receivers')
    await page.getByRole('link', { name: 'webhook.test' }).click()
    await page.getByText('svc-signature', { exact: true }).waitFor()
  },
)

test('a try in the sandbox answers; a live key is refused and never sent', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('developer')
  const asked: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/kyc')) asked.push(request)
  })
  await page.goto(scene.at('/developer#verifySandbox'))
  await clickButton(page, en('developer.try.open'))
  const key = page.getByLabel(en('developer.try.key'))
  await key.fill(scene.liveKey)
  await page.getByText(en('developer.try.keyFault.live')).waitFor()
  await clickButton(page, en('developer.try.send'))
  await assertSound(page, 'developer-try-live')
  assert.equal(asked.length, 0, 'nothing is sent')
  await key.fill(scene.sandboxKey)
  const body = page.getByRole('textbox', { name: en('developer.try.body') })
  await body.fill((await body.inputValue()).replace('customer-4711', 'tried-from-the-page'))
  await clickButton(page, en('developer.try.send'))
  const answer = page.getByRole('region', { name: en('developer.try.answer'), exact: true })
  await answer.getByText('"external_ref": "tried-from-the-page"').waitFor()
  await page.getByText('200', { exact: true }).first().waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await assertSound(page, 'developer-try')
  const headers = await Promise.all(asked.map((request) => request.allHeaders()))
  assert.deepEqual(
    headers.map(({ cookie, authorization }) => [cookie, authorization]),
    [[undefined, `Bearer ${scene.sandboxKey}`]],
  )
  const storage = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
  )
  assert.equal(String(storage).includes(scene.sandboxKey), false)
})

test('a link to an operation far down shows it in the list, too', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/developer#getInterface'))
  await page.getByText(en('developer.needs.nothing')).waitFor()
  const place = await page.evaluate(
    "document.querySelector('nav [aria-current=true]').getBoundingClientRect().bottom <= innerHeight",
  )
  assert.equal(place, true)
})
