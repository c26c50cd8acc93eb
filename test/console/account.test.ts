import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { goodPassword } from '../support/console-client.ts'
import { en, fr } from '../support/console-words.ts'
import { codeOf } from '../support/scenes/console-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openBrowserScene } from './scene.ts'
import { walkPage } from './walk.ts'

test('the account page reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = () => scene.openAs('reviewer')
  await walkPage({ open, address: scene.at('/account') })
})

test(
  'a password is changed after a fresh proof, and other sessions end (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const other = await scene.openAs('auditor')
    const page = await scene.openAs('auditor')
    scene.clock.advance(6 * 60_000)
    await page.goto(scene.at('/account'))
    await page.getByLabel(en('account.password.current')).fill(goodPassword)
    const next = 'umbrella-violin-glacier-tapestry'
    await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill(next)
    await page.getByLabel(en('signIn.fields.repeated')).fill(next)
    await clickButton(page, en('account.password.action'))
    const dialog = page.getByRole('dialog', { name: en('frame.proof.title') })
    await dialog
      .getByLabel(en('frame.proof.label.password'), { exact: true })
      .fill('not this one, surely')
    await clickButton(dialog, en('frame.proof.action'))
    await dialog.getByText(en('frame.proof.refused.password')).waitFor()
    await dialog.getByLabel(en('frame.proof.label.password'), { exact: true }).fill(goodPassword)
    await clickButton(dialog, en('frame.proof.action'))
    await page.getByText(en('account.password.done')).waitFor()
    await other.goto(scene.at('/account'))
    await other.getByRole('heading', { name: en('signIn.signIn.title') }).waitFor()
  },
)

test('a colleague ends a session that they do not know (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const other = await scene.openAs('developer')
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/account'))
  await clickButton(page, en('account.sessions.end'))
  await page
    .getByRole('button', { name: en('account.sessions.end') })
    .waitFor({ state: 'detached' })
  await page.getByText(en('account.sessions.this')).waitFor()
  await other.goto(scene.at('/account'))
  await other.getByRole('heading', { name: en('signIn.signIn.title') }).waitFor()
})

test(
  'recovery codes stay in sight until they are stored, and new ones are asked for twice',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('reviewer')
    await page.goto(scene.at('/account'))
    await clickButton(page, en('account.factors.add'))
    const adding = page.getByRole('dialog', { name: en('account.factors.add') })
    const shownSecret = async () => (await adding.locator('code').innerText()).replaceAll(' ', '')
    const secret = await shownSecret()
    await adding.getByText(en('account.factors.passkey'), { exact: true }).click()
    await adding.getByLabel(en('account.passkey.name')).waitFor()
    await adding.getByText(en('account.factors.app'), { exact: true }).click()
    assert.equal(await shownSecret(), secret, 'the key that was scanned')
    await adding.getByLabel(en('account.app.code')).fill(codeOf(secret, scene.clock.now()))
    await clickButton(adding, en('account.app.action'))
    const codes = page.getByRole('dialog', { name: en('account.codes.title'), exact: true })
    await codes.getByRole('listitem').first().waitFor()
    const first = await codes.getByRole('listitem').allInnerTexts()
    await page.keyboard.press('Escape')
    await codes.getByText(en('account.codes.keepFirst')).waitFor()
    await keepCodes(page)
    await clickButton(page, en('account.factors.add'))
    await adding.getByText(en('account.app.replaces')).waitFor()
    await page.keyboard.press('Escape')
    await adding.waitFor({ state: 'detached' })
    await clickButton(page, en('account.codes.renew'))
    const asking = page.getByRole('dialog', { name: en('account.codes.renewTitle') })
    await asking.getByText(en('account.codes.renewText')).waitFor()
    await clickButton(asking, en('account.codes.renew'))
    await codes.getByText(en('account.codes.renewed')).waitFor()
    assert.notDeepEqual(await codes.getByRole('listitem').allInnerTexts(), first)
    await keepCodes(page)
  },
)

test('a typed password is shown by keyboard alone', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/account'))
  const field = page.getByLabel(en('account.password.current'), { exact: true })
  await field.fill('correct horse')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  assert.equal(await field.getAttribute('type'), 'text')
})

async function keepCodes(page: Page): Promise<void> {
  await page.getByLabel(en('account.codes.kept')).check()
  await clickButton(page, en('account.codes.action'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('the language is changed at once, and stays', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/account'))
  await clickButton(page, en('frame.language'))
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await page
    .locator('html[lang=fr]')
    .getByRole('heading', { name: fr('frame.pages.account') })
    .waitFor()
  await page.reload()
  await page.getByRole('heading', { name: fr('frame.pages.account') }).waitFor()
})
