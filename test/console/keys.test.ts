import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { toIso } from '../../server/kernel/clock.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { newKey } from '../support/api-key.ts'
import { openConsole } from '../support/console-client.ts'
import { anyOf, en } from '../support/console-words.ts'
import { fieldsOf } from '../support/scenes/operator-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { assertSound, walkPage } from './walk.ts'

const dayMs = 24 * 60 * 60 * 1000

test('the keys read well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  await keepKey(scene, 'Core banking')
  const open = () => scene.openAs('developer')
  await walkPage({ open, address: scene.at('/keys') })
})

test('a key is shown once, can be saved, and is not lost by Escape', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  const text = await createByForm(page, 'Core banking')
  assert.match(text, /^svc_live_[0-9A-Za-z]{49}$/)
  const saved = page.waitForEvent('download')
  await clickButton(page, en('keys.shown.download'))
  assert.equal(await readFile(await (await saved).path(), 'utf8'), `${text}\n`)
  await page.keyboard.press('Escape')
  await page.getByText(en('keys.shown.keepFirst')).waitFor()
  await keep(page)
  await page.getByRole('cell', { name: /^Core banking/ }).waitFor()
  assert.equal(await page.getByText(text).count(), 0)
})

test(
  'a rotated key leaves its place to another, and both are listed (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, { SVC_KEY_ROTATION_GRACE: '36h' })
    const page = await openWithKey(scene, 'Core banking')
    await clickButton(page, en('keys.rotate.openNamed', { name: 'Core banking' }))
    const grace = page.getByLabel(en('keys.rotate.grace'))
    await grace
      .locator('option:checked', {
        hasText: en('keys.rotate.usual', { grace: en('keys.rotate.hours', { count: 36 }) }),
      })
      .waitFor({ state: 'attached' })
    await assertSound(page, 'rotate dialog')
    await clickButton(page.getByRole('dialog'), en('keys.rotate.action'))
    await keep(page)
    await page
      .getByRole('cell', { name: /^Core banking/ })
      .nth(1)
      .waitFor()
  },
)

test('a key that expires soon is marked, and not one that was rotated', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openWithKey(scene, 'Core banking', 10)
  const marks = page.getByRole('cell').getByText(en('keys.expiry.soon')).filter({ visible: true })
  await marks.waitFor()
  await clickButton(page, en('keys.rotate.openNamed', { name: 'Core banking' }))
  await clickButton(page.getByRole('dialog'), en('keys.rotate.action'))
  await keep(page)
  const rows = page.getByRole('row', { name: /^Core banking/ })
  await rows.nth(1).waitFor()
  // The successor expires when the rotated one was to.
  assert.equal(await marks.count(), 1)
  const client = openConsole(scene.server)
  await client.signIn('developer@bank.example')
  const { data } = await client.get('/keys?environment=live')
  const items = data.items as readonly { readonly id: string; readonly is_rotated: boolean }[]
  const rotated = items.find(({ is_rotated: isRotated }) => isRotated)
  const successor = items.find((item) => 'rotated_from' in item)
  const rotate = page.getByRole('button', { name: en.like('keys.rotate.openNamed') })
  await page.goto(scene.at(`/keys?id=${rotated?.id}`))
  await rows.first().waitFor()
  assert.deepEqual([await marks.count(), await rotate.count()], [0, 0])
  await page.goto(scene.at(`/keys?id=${successor?.id}`))
  await marks.waitFor()
  await rotate.waitFor()
})

test('a refused clipboard is named where one copies', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('developer')
  const content = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))"
  await page.addInitScript({ content })
  await page.goto(scene.at('/keys'))
  await createByForm(page, 'Core banking')
  await clickButton(page, en('keys.shown.copy'))
  const refused = page.getByRole('alert').getByText(en('frame.copyRefused'))
  await refused.waitFor()
  await assertSound(page, 'a refused clipboard')
  await keep(page)
  await page.goto(scene.at('/developer'))
  await page
    .getByRole('button', { name: en.like('frame.copyNamed') })
    .first()
    .click()
  await page.getByRole('tooltip').getByText(en('frame.copyRefused')).waitFor()
})

test('the scopes and networks of a key are shown by key and by touch', options, async (t) => {
  const scene = await openBrowserScene(t)
  const developer = await signInDeveloper(scene)
  const asked = {
    name: 'Core banking',
    environment: 'live',
    scopes: ['kyc.read', 'score.get'],
    allowed_cidrs: ['10.0.0.0/8', '192.0.2.0/24'],
    expires_at: toIso(scene.clock.now() + 90 * dayMs),
  }
  await fieldsOf(developer.post('/keys', asked), 201)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  const networks = page.getByRole('button', { name: en('keys.limited', { count: 2 }) })
  await networks.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('10.0.0.0/8, 192.0.2.0/24').waitFor()
  await assertSound(page, 'networks of a key')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('button:focus', { hasText: en('keys.limited', { count: 2 }) }).waitFor()
  const phone = await scene.openAs('developer', {
    hasTouch: true,
    viewport: { width: 390, height: 800 },
  })
  await phone.goto(scene.at('/keys'))
  await phone
    .getByRole('button', { name: en.like('keys.scopes.count') })
    .last()
    .tap()
  await phone.getByRole('dialog').getByText('kyc.read, score.get').waitFor()
  await phone.getByRole('heading', { level: 1 }).tap()
  await phone.getByRole('dialog').waitFor({ state: 'detached' })
  const expiry = phone.locator('time:visible').last()
  const hovered = (await expiry.getAttribute('title')) ?? ''
  await expiry.tap()
  await phone.getByText(hovered, { exact: true }).waitFor()
  await phone.getByRole('heading', { level: 1 }).tap()
  await phone.getByText(hovered, { exact: true }).waitFor({ state: 'detached' })
})

test('a refused network is named at its field, and the cursor goes there', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  await clickButton(page, en('keys.create.open'))
  const form = page.getByRole('dialog', { name: en('keys.create.title.live') })
  await form.getByLabel(en('keys.create.cidrs')).fill('10.0.0.0/8\n10/8')
  await form.getByRole('checkbox', { name: 'kyc.read' }).check()
  await form.getByLabel(en('keys.columns.name')).fill('Core banking')
  await page.keyboard.press('Enter')
  await form.getByText(en('keys.create.cidrsWrong', { count: 1, cidrs: '10/8' })).waitFor()
  assert.equal(await form.getByRole('alert').count(), 0)
  await form.locator('textarea:focus').waitFor()
  assert.equal(await page.locator(':focus').inputValue(), '10.0.0.0/8\n10/8')
})

test(
  'revoking a key offers the keys that it made; what is revoked offers nothing more (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { appliance } = scene
    const origin = { clientAddress: undefined, requestId: undefined }
    const page = await scene.openAs('developer')
    const maker = await createKey(
      appliance,
      { actor: { kind: 'system', id: undefined }, ...origin },
      newKey({ name: 'Maker' }),
    )
    const by = { actor: { kind: 'api_key', id: maker.key.id }, ...origin } as const
    await createKey(appliance, by, newKey({ name: 'Child' }))
    await page.goto(scene.at('/keys'))
    await clickButton(page, en('keys.revoke.openNamed', { name: 'Maker' }))
    const dialog = page.getByRole('dialog', { name: en('keys.revoke.title', { name: 'Maker' }) })
    await dialog.getByText(en('keys.revoke.text')).waitFor()
    await dialog.getByLabel(en('keys.revoke.children', { count: 1 })).check()
    await assertSound(page, 'revoke dialog')
    await clickButton(dialog, en('keys.revoke.action'))
    for (const name of [/^Maker/, /^Child/]) {
      const row = page.getByRole('row', { name })
      await row.getByRole('cell', { name: en('keys.status.revoked') }).waitFor()
      assert.equal(await row.getByRole('cell').last().getByRole('button').count(), 0)
    }
  },
)

test('an auditor sees the keys and no button that changes them (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  await keepKey(scene, 'Core banking')
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/keys'))
  await page.getByRole('cell', { name: /^Core banking/ }).waitFor()
  await page.setViewportSize({ width: 320, height: 800 })
  const cell = page.getByRole('cell', { name: /^Core banking/ })
  for (const fact of [en('keys.unused'), en('keys.columns.expires')]) {
    await cell.getByText(fact).filter({ visible: true }).first().waitFor()
  }
  await cell.locator('[class*=until1000]').waitFor()
  const changing = anyOf(
    en('keys.create.open'),
    en.like('keys.rotate.openNamed'),
    en.like('keys.revoke.openNamed'),
  )
  assert.equal(await page.getByRole('button', { name: changing }).count(), 0)
})

async function keepKey(scene: BrowserScene, name: string, days = 90): Promise<void> {
  const developer = await signInDeveloper(scene)
  const expires_at = toIso(scene.clock.now() + days * dayMs)
  const asked = { name, environment: 'live', scopes: ['kyc.read'], expires_at }
  await fieldsOf(developer.post('/keys', asked), 201)
}

async function openWithKey(scene: BrowserScene, name: string, days?: number): Promise<Page> {
  await keepKey(scene, name, days)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  return page
}

/** By keyboard alone once the form is open. @returns the text of the key */
async function createByForm(page: Page, name: string): Promise<string> {
  await clickButton(page, en('keys.create.open'))
  const form = page.getByRole('dialog', { name: en('keys.create.title.live') })
  assert.equal(await form.getByRole('checkbox', { checked: true }).count(), 0)
  assert.equal(await form.getByLabel(en('keys.columns.expires')).inputValue(), '90')
  await form.getByRole('checkbox', { name: 'kyc.read' }).check()
  await form.getByLabel(en('keys.columns.name')).fill(name)
  await assertSound(page, 'form of a key')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: en('keys.shown.title') })
  const text = await shown.locator('pre, code').first().innerText()
  await assertSound(page, 'key shown')
  return text.trim()
}

async function keep(page: Page): Promise<void> {
  await page.getByLabel(en('keys.shown.kept')).check()
  await clickButton(page, en('keys.shown.done'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
