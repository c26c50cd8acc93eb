import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { changeUser } from '../../server/users/manage-users.ts'
import { resetSecondFactor } from '../../server/users/resets.ts'
import { addUser, goodPassword, openConsole } from '../support/console-client.ts'
import { codeOf, setUpApp } from '../support/console-scene.ts'
import { withoutChromium } from './browser.ts'
import { cutNetwork } from './cut-network.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

const options = { skip: withoutChromium }
const required = { SVC_SECOND_FACTOR_REQUIRED: 'yes', SVC_TRUSTED_PROXIES: '127.0.0.1/32' }
const folder = process.env.SVC_TEST_PICTURES

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: /e-mail/i }).fill(email)
  await page.locator('input[type="password"]').fill(goodPassword)
  await page.locator('button[type="submit"]').click()
}

async function look(page: Page, name: string): Promise<void> {
  if (folder !== undefined) {
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }
  await assertSound(page, name)
}

/** Each guess from elsewhere, with the right password. */
async function guess(scene: BrowserScene, email: string, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    scene.clock.advance(16_000)
    const headers = { 'X-Forwarded-For': `198.51.100.${at + 1}` }
    const client = openConsole(scene.server)
    const json = { email, password: goodPassword }
    await client.send('POST', '/sign-in', { json, headers })
    const code = { method: 'totp', code: '000000' }
    await client.send('POST', '/sign-in/second-factor', { json: code, headers })
  }
}

async function enrolled(scene: BrowserScene, email: string) {
  const { id } = await addUser(scene.appliance, 'auditor', email)
  const client = openConsole(scene.server)
  await client.signIn(email)
  return { id, ...(await setUpApp(scene, client)) }
}

test('changes to an account are reported at the next sign-in, once', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { id, email } = await addUser(scene.appliance, 'auditor')
  const administrator = await addUser(scene.appliance, 'administrator')
  const by = { ...fromCommandLine, actor: { kind: 'user', id: administrator.id } } as const
  await changeUser(scene.appliance, by, id, { role: 'developer' })
  scene.clock.advance(60_000)
  const page = await scene.open()
  await page.goto(scene.at('/keys'))
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Since your last sign-in' }).waitFor()
  await page.getByText('The administrator gave you the role Developer.').waitFor()
  await look(page, 'notices-light')
  await page.goto(scene.at('/keys'))
  const seen = page.getByRole('button', { name: 'I have seen this' })
  scene.forgive()
  await cutNetwork(page, {
    send: () => seen.click(),
    isIntact: () => seen.waitFor(),
    isDone: () => page.getByRole('heading', { name: 'API keys' }).waitFor(),
  })
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: 'Account activity' }).waitFor()
  await page.getByText('The administrator gave you the role Developer.').waitFor()
  await look(page, 'notices-account')
})

test('it reads well in French, in the dark and on a telephone', options, async (t) => {
  const scene = await openBrowserScene(t, required)
  const email = 'awa@bank.example'
  const { id } = await enrolled(scene, email)
  await guess(scene, email, 2)
  await changeUser(scene.appliance, fromCommandLine, id, { role: 'reviewer' })
  await resetSecondFactor(scene.appliance, fromCommandLine, id)
  scene.clock.advance(60_000)
  const client = openConsole(scene.server)
  await client.signIn(email)
  const { secret } = await setUpApp(scene, client)
  const page = await scene.open({
    locale: 'fr-SN',
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
  })
  await page.goto(scene.at('/account'))
  await signIn(page, email)
  scene.clock.advance(60_000)
  await page.locator('input[autocomplete="one-time-code"]').fill(codeOf(secret, scene.clock.now()))
  await page.locator('button[type="submit"]').click()
  await page.getByRole('heading', { name: 'Depuis votre dernière connexion' }).waitFor()
  await page.getByText('2 codes incorrects ont été saisis').waitFor()
  await page.getByText('a réinitialisé votre second facteur.').waitFor()
  await look(page, 'notices-fr-dark-390')
  await page.getByRole('button', { name: 'J’en ai pris connaissance' }).click()
  await page.getByRole('heading', { name: 'Activité du compte' }).waitFor()
  await look(page, 'notices-account-fr-dark-390')
})

test(
  'where codes are locked, the sign-in says so and offers what still lets in',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, required)
    const email = 'awa@bank.example'
    const { recoveryCodes, secret } = await enrolled(scene, email)
    await guess(scene, email, 19)
    scene.clock.advance(60_000)
    const page = await scene.open()
    await page.goto(scene.at('/account'))
    await signIn(page, email)
    await page.getByLabel('Code from your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong, expired or already used code').waitFor()
    scene.clock.advance(60_000)
    await page
      .getByLabel('Code from your authenticator app')
      .fill(codeOf(secret, scene.clock.now()))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('App codes are locked').waitFor()
    await look(page, 'codes-locked')
    assert.equal(await page.getByLabel('Code from your authenticator app').count(), 0)
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('App codes were locked after 20 wrong codes in a row.').waitFor()
    await look(page, 'notices-locked')
    await page.getByRole('button', { name: 'I have seen this' }).click()
    await page.getByRole('heading', { name: 'My account' }).waitFor()
  },
)
