import { test } from 'node:test'
import { goodPassword } from '../support/console-client.ts'
import { en, fr } from '../support/console-words.ts'
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
