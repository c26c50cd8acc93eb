import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { ar, en } from '../support/console-words.ts'
import { fieldsOf } from '../support/scenes/operator-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { interceptRequests } from './page-requests.ts'
import { openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { violationsOf } from './violations.ts'
import { assertSound, assertWholeSound, chooseLanguage } from './walk.ts'

test(
  'the first key leads to the page, and ? lists the keys but where somebody types',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/account'))
    await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator(':focus', { hasText: en('frame.skip') }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('#main:focus').waitFor()
    const dialog = page.getByRole('dialog', { name: en('frame.keys.title') })
    await page.getByLabel(en('account.password.current')).press('?')
    assert.equal(await dialog.count(), 0)
    assert.equal(await page.getByLabel(en('account.password.current')).inputValue(), '?')
    await page.getByRole('heading', { name: en('frame.pages.account') }).click()
    await page.keyboard.press('?')
    await dialog.waitFor()
    // As the console has it, not the library, in whatever order their styles were loaded.
    const title = "document.querySelector('[role=dialog] h2')"
    assert.equal(await page.evaluate(`getComputedStyle(${title}).fontWeight`), '600')
    await assertSound(page, 'the list of keys')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  },
)

test('narrow windows have the navigation in a drawer', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator', { viewport: { width: 390, height: 800 } })
  await page.goto(scene.at('/account'))
  await clickButton(page, en('frame.openNavigation'))
  await page.getByRole('dialog', { name: en('frame.navigation') }).waitFor()
  await assertSound(page, 'the drawer')
})

test('the bar leaves a window to its page where text is twice as large', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
  const topOfBar = async (width: number, height: number) => {
    await page.setViewportSize({ width, height })
    await page.evaluate('scrollTo(0, 300)')
    return (await page.getByRole('banner').boundingBox())?.y
  }
  assert.equal(await topOfBar(640, 720), 0)
  assert.equal(await topOfBar(640, 360), -300)
})

test('nothing of the bar covers the way back in a window of any width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/reviews/decisions'))
  const back = page.getByRole('banner').getByRole('link', { name: en('frame.pages.reviews') })
  const choice = page.getByRole('banner').getByText(en('frame.environment.live'))
  for (const width of [710, 800, 900, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const [link, beside] = await Promise.all([back.boundingBox(), choice.boundingBox()])
    assert.ok(link && beside)
    assert.ok(link.x + link.width <= beside.x, `${width}: ${link.x + link.width} ${beside.x}`)
    // Enough of it to be read and hit.
    assert.ok(link.width >= 16, `${width}: ${link.width}`)
  }
})

test('the way back stands whole beside a long name', options, async (t) => {
  const scene = await openBrowserScene(t)
  const developer = await signInDeveloper(scene)
  const webhook = {
    url: 'https://127.0.0.1:9443/a/long/address',
    events: ['verification.completed'],
  }
  const { id } = await fieldsOf(developer.post('/webhooks', webhook), 201)
  const page = await scene.openAs('developer', { viewport: { width: 360, height: 800 } })
  await page.goto(scene.at('/account'))
  await chooseLanguage(page, 'ar')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(scene.at(`/webhooks/${id}`))
  await page
    .getByRole('banner')
    .getByRole('link', { name: ar('frame.pages.webhooks') })
    .waitFor()
  const link = "document.querySelector('header ol a')"
  assert.equal(await page.evaluate(`${link}.scrollWidth <= ${link}.clientWidth`), true)
})

test('the navigation is sound in Arabic and dark, wide and folded', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator', { locale: 'ar-MA', colorScheme: 'dark' })
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: ar('frame.pages.account') }).waitFor()
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await assertWholeSound(page, `the navigation at ${width}`)
  }
})

test('icons say their names on hover and focus', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator', { viewport: { width: 900, height: 800 } })
  await page.goto(scene.at('/overview'))
  await page.getByRole('button', { name: en('frame.keys.title') }).hover()
  await page.getByRole('tooltip', { name: en('frame.keys.title') }).waitFor()
  await page.getByRole('heading', { name: en('frame.pages.overview') }).hover()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: en('frame.pages.keys') }).focus()
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip', { name: en('frame.pages.webhooks') }).waitFor()
})

test('an address that leads nowhere says so', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/no/such/page'))
  await page.getByRole('heading', { name: en('frame.notFound.title') }).waitFor()
  await assertSound(page, 'no page')
})

test('a table is looked at once for all rows that differ in words alone', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.open()
  await page.goto(scene.at('/../healthz'))
  const draw = (...rows: string[]) =>
    page.evaluate(`{
      document.documentElement.lang = 'en'
      document.title = 'Rows'
      document.body.innerHTML = ${JSON.stringify(`<nav>Pages</nav><main><h1>Rows</h1><table><tbody>${rows.join('')}</tbody></table></main>`)}
    }`)
  const named = (text: string) => `<tr><td><button>${text}</button></td></tr>`
  const labelled = (id: string, text: string) =>
    `<tr><td><button aria-labelledby="${id}"></button><i id="one-${text}">${text}</i></td></tr>`
  await draw(named('One'), named('Two'), named('Three'))
  await assertSound(page, 'rows alike')
  assert.equal(await page.locator('tr:visible, nav:visible').count(), 4)
  await page.evaluate("document.querySelector('nav').innerHTML = '<button></button>'")
  await assertSound(page, 'a navigation that is left to the walks')
  await assert.rejects(assertWholeSound(page, 'the navigation'), /button-name/)
  // Of three rows that share a fault, the first is told.
  await draw(labelled('', 'One'), labelled('', 'Two'), named(''), named(''), named(''))
  assert.equal((await buttonsWithoutName(page)).length, 2)
  for (const text of ['', ' ', '&nbsp;']) {
    await draw(named('One'), named('Two'), named(text))
    assert.equal((await buttonsWithoutName(page)).length, 1, `a button that says '${text}'`)
  }
  await draw(labelled('one-One', 'One'), labelled('one-Two', 'Two'), labelled('one-Four', 'Three'))
  assert.match(
    String(await buttonsWithoutName(page)),
    /^button-name: <button aria-labelledby="one-Four">/,
  )
})

async function buttonsWithoutName(page: Page): Promise<readonly string[]> {
  const violations = await violationsOf(page, ':not(*)')
  return violations.filter((one) => one.startsWith('button-name'))
}

test(
  'a script that the page does not vouch for does not run, and is reported',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('reviewer')
    await page.goto(scene.at('/account'))
    const blocked = page.evaluate(`new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    import('data:text/javascript,globalThis.ran=true').catch(() => {})
  })`)
    assert.equal(await blocked, 'script-src-elem')
    assert.equal(await page.evaluate('globalThis.ran'), undefined)
    const reports = () => scene.logLines.filter((line) => line.includes('csp_violation'))
    // The browser sends its report when it likes.
    for (let looks = 0; looks < 1000 && reports().length === 0; looks += 1) {
      await page.waitForTimeout(50)
    }
    assert.match(reports().join('\n'), /"reason":"script-src-elem"/)
  },
)

test(
  'no text becomes a script or an element, and no other policy may let it',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('reviewer')
    await page.goto(scene.at('/account'))
    const refused = (code: string) =>
      page.evaluate(`(() => {
      const box = document.createElement('div')
      const script = document.createElement('script')
      try { ${code}; return box.innerHTML + script.src + script.text } catch ({ name }) { return name }
    })()`)
    for (const code of [
      `box.innerHTML = '<img src="x">'`,
      `script.src = '/console/assets/x.js'`,
      `script.textContent = 'globalThis.ran = true'`,
      `trustedTypes.createPolicy('another', {})`,
      `trustedTypes.createPolicy('default', {})`,
    ]) {
      assert.equal(await refused(code), 'TypeError', code)
    }
    assert.equal(await refused(`box.innerHTML = 'a { margin: 0 }'`), 'a { margin: 0 }')
  },
)

test(
  'a page whose script or data does not arrive says so, and comes when it does (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/account'))
    await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
    await interceptRequests(page, '**/assets/**', (route) => route.abort())
    await page.getByRole('link', { name: en('frame.pages.system') }).click()
    await page.getByText(en('frame.broken.title')).waitFor()
    await page.getByRole('navigation').waitFor()
    await assertSound(page, 'a page that did not arrive')
    await page.unroute('**/assets/**')
    await clickButton(page, en('frame.broken.reload'))
    await page.getByRole('heading', { name: en('frame.pages.system') }).waitFor()
    await interceptRequests(page, '**/console/api/approvals*', (route) => route.abort())
    await page.getByRole('link', { name: en('frame.pages.approvals') }).click()
    // Of a read, nothing can have been carried out.
    await page.getByText(en('errors.unreachable.read')).waitFor()
    await page.unroute('**/console/api/approvals*')
    const busy = { error: { code: 'unavailable', message: 'The appliance is busy.' } }
    await interceptRequests(page, '**/console/api/approvals*', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '7' }, json: busy }),
    )
    await clickButton(page, en('errors.retry'))
    await page.getByText(en('errors.rate_limited.text', { count: 7 }), { exact: true }).waitFor()
    await page.unroute('**/console/api/approvals*')
    await clickButton(page, en('errors.retry'))
    await page.getByText(en('approvals.empty.pending')).waitFor()
  },
)
