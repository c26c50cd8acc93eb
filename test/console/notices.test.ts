import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { changeUser } from '../../server/users/manage-users.ts'
import { resetSecondFactor } from '../../server/users/passwords/resets.ts'
import { addUser, goodPassword, openConsole } from '../support/console-client.ts'
import { anyOf, en, fr } from '../support/console-words.ts'
import { codeOf, setUpApp } from '../support/scenes/console-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutNetwork } from './cut-network.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

const required = { SVC_SECOND_FACTOR_REQUIRED: 'yes', SVC_TRUSTED_PROXIES: '127.0.0.1/32' }

async function signIn(page: Page, email: string): Promise<void> {
  await page
    .getByRole('textbox', { name: anyOf(en('signIn.fields.email'), fr('signIn.fields.email')) })
    .fill(email)
  await page.locator('input[type="password"]').fill(goodPassword)
  await page.locator('button[type="submit"]').click()
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

const roleChanged = en('account.notices.kind.role_changed', {
  by: 'The administrator',
  role: en('frame.roles.developer'),
})

test('changes to an account are reported at the next sign-in, once (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { id, email } = await addUser(scene.appliance, 'auditor')
  const administrator = await addUser(scene.appliance, 'administrator')
  const by = { ...fromCommandLine, actor: { kind: 'user', id: administrator.id } } as const
  await changeUser(scene.appliance, by, id, { role: 'developer' })
  scene.clock.advance(60_000)
  const page = await scene.open()
  await page.goto(scene.at('/keys'))
  await signIn(page, email)
  await page.getByRole('heading', { name: en('signIn.notices.title') }).waitFor()
  await page.getByText(roleChanged).waitFor()
  await assertSound(page, 'notices-light')
  await page.goto(scene.at('/keys'))
  const seen = page.getByRole('button', { name: en('signIn.notices.action') })
  scene.forgive()
  await cutNetwork(page, {
    send: () => seen.click(),
    isIntact: () => seen.waitFor(),
    isDone: () => page.getByRole('heading', { name: en('frame.pages.keys') }).waitFor(),
  })
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: en('account.notices.title') }).waitFor()
  await page.getByText(roleChanged).waitFor()
  await assertSound(page, 'notices-account')
})

test('it reads well in French, in the dark and on a telephone (long)', options, async (t) => {
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
  await page.getByRole('heading', { name: fr('signIn.notices.title') }).waitFor()
  await page.getByText(fr('account.notices.kind.wrong_codes', { count: 2 })).waitFor()
  await page.getByText(fr.like('account.notices.kind.second_factor_reset')).waitFor()
  await assertSound(page, 'notices-fr-dark-390')
  await clickButton(page, fr('signIn.notices.action'))
  await page.getByRole('heading', { name: fr('account.notices.title') }).waitFor()
  await assertSound(page, 'notices-account-fr-dark-390')
})

test(
  'where codes are locked, the sign-in says so and offers what still lets in (long)',
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
    await page.getByLabel(en('frame.proof.label.totp')).fill('000000')
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByText(en('frame.proof.refused.totp')).waitFor()
    scene.clock.advance(60_000)
    await page.getByLabel(en('frame.proof.label.totp')).fill(codeOf(secret, scene.clock.now()))
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByText(en('signIn.second.lockedTitle')).waitFor()
    await assertSound(page, 'codes-locked')
    assert.equal(await page.getByLabel(en('frame.proof.label.totp')).count(), 0)
    await page.getByLabel(en('frame.proof.label.recovery_code')).fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByText(en('account.notices.kind.second_factor_locked')).waitFor()
    await assertSound(page, 'notices-locked')
    await clickButton(page, en('signIn.notices.action'))
    await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
  },
)
