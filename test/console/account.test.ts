import { test } from 'node:test'
import { goodPassword } from '../support/console-client.ts'
import { withoutChromium } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { walkPage } from './walk.ts'

const options = { skip: withoutChromium }

test('the account page reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = (view: object) => scene.openAs('reviewer', view)
  await walkPage({ open, address: scene.at('/account') })
})

test('a password is changed after a fresh proof, and other sessions end', options, async (t) => {
  const scene = await openBrowserScene(t)
  const other = await scene.openAs('auditor')
  const page = await scene.openAs('auditor')
  scene.clock.advance(6 * 60_000)
  await page.goto(scene.at('/account'))
  await page.getByLabel('Current password').fill(goodPassword)
  await page.getByLabel('New password', { exact: true }).fill('umbrella-violin-glacier-tapestry')
  await page.getByLabel('Repeat new password').fill('umbrella-violin-glacier-tapestry')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('Password', { exact: true }).fill('not this one, surely')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('Wrong password.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(goodPassword)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Password changed.').waitFor()
  await other.goto(scene.at('/account'))
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a colleague ends a session that they do not know', options, async (t) => {
  const scene = await openBrowserScene(t)
  const other = await scene.openAs('developer')
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/account'))
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByRole('button', { name: 'End session' }).waitFor({ state: 'detached' })
  await page.getByText('This session').waitFor()
  await other.goto(scene.at('/account'))
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('the language is changed at once, and stays', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at('/account'))
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await page.locator('html[lang=fr]').getByRole('heading', { name: 'Mon compte' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Mon compte' }).waitFor()
})
