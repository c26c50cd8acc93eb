import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { freePort } from '../../scripts/bench/free-port.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inviteUser } from '../../server/users/manage-users.ts'
import { issueSetupLink } from '../../server/users/user-links.ts'
import { addUser, goodPassword } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { codeOf } from '../support/scenes/console-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const required = { SVC_SECOND_FACTOR_REQUIRED: 'yes' }

/** The address of a link as it stands in a terminal or an e-mail, at the host of the test's browser. */
function here(scene: BrowserScene, url: string): string {
  const { pathname, hash } = new URL(url)
  return `${new URL(scene.at('')).origin}${pathname}${hash}`
}

async function chooseApp(scene: BrowserScene, page: Page): Promise<readonly string[]> {
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '')
  await page.getByLabel(en('account.app.code')).fill(codeOf(secret, scene.clock.now()))
  await clickButton(page, en('account.app.action'))
  await page.getByRole('heading', { name: en('links.enrol.codesTitle') }).waitFor()
  const codes = await page.locator('ol li').allInnerTexts()
  const goOn = page.getByRole('button', { name: en('links.enrol.codesAction') })
  assert.ok(await goOn.isDisabled(), 'not before the codes are said to be kept')
  await page.getByLabel(en('account.codes.kept')).check()
  await goOn.click()
  await page.getByRole('navigation').waitFor()
  return [secret, ...codes]
}

async function signIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await page.getByLabel(en('signIn.fields.email')).fill(email)
  await page.getByLabel(en('signIn.fields.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await clickButton(page, en.like('frame.account'))
  await page.getByRole('menuitem', { name: en('frame.signOut') }).click()
  await page.getByRole('heading', { name: en('signIn.signIn.title') }).waitFor()
}

test(
  'the printed link leads to an administrator with a second factor, and back in (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, required)
    const { url } = await issueSetupLink(scene.appliance, fromCommandLine)
    const page = await scene.open()
    await page.goto(here(scene, url))
    await page.getByLabel(en('signIn.fields.name')).fill('Awa Diop')
    await page.getByLabel(en('signIn.fields.email')).fill('awa@bank.example')
    await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill('short')
    await clickButton(page, en('links.setUp.action'))
    await page.getByText(en('signIn.password.too_short')).waitFor()
    await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill(goodPassword)
    await page.getByLabel(en('signIn.fields.repeated')).fill(goodPassword)
    await clickButton(page, en('links.setUp.action'))
    await page.getByRole('img', { name: en('account.app.picture') }).waitFor()
    assert.ok(!page.url().includes('#'), 'the token is gone from the address')
    await assertSound(page, 'enrol')
    const [secret = '', recovery = ''] = await chooseApp(scene, page)
    await signOut(page)
    await signIn(page, 'awa@bank.example')
    await page.getByLabel(en('frame.proof.label.totp')).fill('000000')
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByText(en('frame.proof.refused.totp')).waitFor()
    await assertSound(page, 'second step')
    scene.clock.advance(60_000)
    await page.getByLabel(en('frame.proof.label.totp')).fill(codeOf(secret, scene.clock.now()))
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByRole('navigation').waitFor()
    await signOut(page)
    await signIn(page, 'awa@bank.example')
    await clickButton(page, en('frame.proof.instead.recovery_code'))
    await page.getByLabel(en('frame.proof.label.recovery_code')).fill(recovery)
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByRole('navigation').waitFor()
    await page.getByText(en('signIn.second.recovered')).waitFor()
  },
)

test('a passkey is created at sign-in, and works at the next sign-in', options, async (t) => {
  const port = await freePort()
  const scene = await openBrowserScene(t, {
    ...required,
    SVC_PORT: String(port),
    SVC_PUBLIC_URL: `http://localhost:${port}`,
  })
  await addUser(scene.appliance, 'reviewer')
  const page = await scene.open()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(scene.at('/'))
  await signIn(page, 'reviewer@bank.example')
  await page.getByText(en('account.factors.passkey'), { exact: true }).click()
  await page.getByLabel(en('account.passkey.name')).fill('Laptop')
  await clickButton(page, en('account.passkey.action'))
  await page.getByLabel(en('account.codes.kept')).check()
  await clickButton(page, en('links.enrol.codesAction'))
  await signOut(page)
  await signIn(page, 'reviewer@bank.example')
  await page.getByText(en('signIn.second.lost')).waitFor()
  await clickButton(page, en('frame.proof.usePasskey'))
  await page.getByRole('navigation').waitFor()
  await page.goto(scene.at('/account'))
  await clickButton(page, en('account.factors.remove'))
  await page.getByText(en('account.factors.lostPasskey')).waitFor()
})

test('an invitation lets somebody choose a password once (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { link } = await inviteUser(scene.appliance, fromCommandLine, {
    email: 'kofi@bank.example',
    name: 'Kofi Mensah',
    role: 'developer',
  })
  const page = await scene.open()
  await page.goto(here(scene, link.url))
  await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill('passwordpassword')
  await page.getByLabel(en('signIn.fields.repeated')).fill('passwordpassword')
  await clickButton(page, en('links.link.action'))
  await page.getByText(en('signIn.password.too_common')).waitFor()
  await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill(goodPassword)
  await page.getByLabel(en('signIn.fields.repeated')).fill(goodPassword)
  await clickButton(page, en('links.link.action'))
  await page.getByRole('link', { name: en('links.link.doneAction') }).click()
  assert.equal(await page.getByLabel(en('signIn.fields.email')).inputValue(), 'kofi@bank.example')
  await page.keyboard.type(goodPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').waitFor()
  const other = await scene.open()
  await other.goto(here(scene, link.url))
  await other.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill(goodPassword)
  await other.getByLabel(en('signIn.fields.repeated')).fill(goodPassword)
  await clickButton(other, en('links.link.action'))
  await other.getByText(en('links.link.spentTitle')).waitFor()
  await other.getByRole('link', { name: en('links.link.doneAction') }).click()
  await other.getByLabel(en('signIn.fields.email')).waitFor()
})

test('whoever is signed out meanwhile comes back to the page they were on', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
  scene.clock.advance(24 * 3_600_000)
  await page.reload()
  await page.getByText(en('signIn.signIn.again')).waitFor()
  await signIn(page, 'auditor@bank.example', 'wrong, wrong, wrong')
  await page.getByText(en('signIn.signIn.wrong')).waitFor()
  await signIn(page, 'auditor@bank.example')
  await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
})

test('signing in never leads to another site', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('auditor')
  for (const next of [
    '//elsewhere.example/x',
    'https://elsewhere.example',
    '/\\elsewhere.example',
  ]) {
    await page.goto(scene.at(`/sign-in?${new URLSearchParams({ next })}`))
    await page.getByRole('navigation').waitFor()
    assert.equal(new URL(page.url()).host, new URL(scene.at('')).host)
  }
})

test('each sign-in page reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  for (const path of ['/sign-in', '/set-up#x', '/set-up']) {
    await walkPage({ open: scene.open, address: scene.at(path) })
  }
})
