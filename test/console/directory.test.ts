import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { addUser, goodPassword } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import {
  type DirectoryScene,
  personOf,
  startDirectoryScene,
} from '../support/scenes/directory-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { lendPort } from './console-port.ts'
import { holdOthersBack } from './page-requests.ts'
import { standBefore } from './scene.ts'
import { assertSound } from './walk.ts'

const button = en('signIn.directory.action', { name: 'Bank of Tests' })

/** Browsers of tests name the host. */
async function startScene(): Promise<DirectoryScene> {
  const { SVC_PORT } = await lendPort()
  const SVC_PUBLIC_URL = `http://localhost:${SVC_PORT}`
  return startDirectoryScene({ SVC_PORT, SVC_PUBLIC_URL, SVC_LOCAL_SIGN_IN: 'administrators' })
}

/** A page that asks for the users, and somebody at the directory who may see them. */
async function askForUsers(t: TestContext) {
  const app = await startScene()
  const scene = await standBefore(t, app)
  await addUser(app.appliance, 'administrator')
  // Pages of tests must ask no other server; this one leaves for the directory.
  scene.forgive()
  app.directory.person = personOf('boss', ['svc-admins'])
  const page = await scene.open()
  page.setDefaultTimeout(15_000)
  await page.goto(scene.at('/users'))
  return { app, page }
}

test(
  'the button leads to the directory and back to the page that was asked for',
  options,
  async (t) => {
    const { app, page } = await askForUsers(t)
    await page.getByRole('button', { name: button }).waitFor()
    await assertSound(page, 'sign-in with a directory')
    await clickButton(page, button)
    await page.getByRole('heading', { name: en('users.title') }).waitFor()
    assert.equal(new URL(page.url()).search, '', 'code and state are gone from the address')
    await page.getByText('boss@bank.example').first().waitFor()
    await confirmAtDirectory(app, page)
    await clickButton(page, en.like('frame.account'))
    await page.getByRole('menuitem', { name: en('frame.signOut') }).click()
    await page.waitForURL(`${app.directory.issuer}/**`)
  },
)

/**
 * Once the session is no longer fresh, a sensitive action leads to the directory in another tab, and is done when the
 * user has confirmed there.
 */
async function confirmAtDirectory(app: DirectoryScene, page: Page): Promise<void> {
  await app.write((trx) => trx.updateTable('sessions').set({ confirmed_at: 0 }).execute())
  await clickButton(page, en('users.manage.openNamed', { name: 'The administrator' }))
  await page.getByRole('menuitem', { name: en('users.disable.action') }).click()
  await clickButton(page, en('users.disable.action'))
  await page.getByText(en('frame.proof.directoryText', { name: 'Bank of Tests' })).waitFor()
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('link', { name: en('frame.proof.directory', { name: 'Bank of Tests' }) })
    .click()
  const tab = await opened
  await page.getByText(en('users.disable.done', { name: 'The administrator' })).waitFor()
  if (!tab.isClosed()) await tab.close()
}

test(
  'after a sign-out at the directory, the open page waits for a sign-in in another tab (long)',
  options,
  async (t) => {
    const { app, page } = await askForUsers(t)
    await clickButton(page, button)
    await page.getByRole('heading', { name: en('users.title') }).waitFor()
    const letThrough = await holdOthersBack(page, 'approvals\\?')
    const body = new URLSearchParams({ logout_token: app.directory.logoutToken() })
    const ended = await fetch(`${app.url}/callbacks/directory/logout`, { method: 'POST', body })
    assert.equal(ended.status, 200)
    await page.getByRole('link', { name: en('frame.pages.approvals') }).click()
    letThrough()
    const again = en('account.sessionEnded.directory.action', { name: 'Bank of Tests' })
    await page.getByRole('link', { name: again }).waitFor()
    await assertSound(page, 'signed out at the directory')
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: again }).click()
    const tab = await opened
    await clickButton(tab, button)
    await tab.getByRole('navigation').waitFor()
    await tab.close()
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await page.getByRole('heading', { name: en('approvals.title') }).waitFor()
  },
)

test(
  'a person without a group reads what to do, and a password stays for emergencies (long)',
  options,
  async (t) => {
    const app = await startScene()
    const scene = await standBefore(t, app)
    await addUser(app.appliance, 'administrator')
    app.directory.person = personOf('nobody', [])
    const page = await scene.open()
    page.setDefaultTimeout(15_000)
    // The refusal is the point of this test.
    scene.forgive()
    await page.goto(scene.at('/sign-in'))
    await clickButton(page, button)
    await page.getByText(en('directory.refusal.no_group.text')).waitFor()
    await assertSound(page, 'refused by the groups')
    await clickButton(page, en('directory.back'))
    await page.getByText(en('signIn.directory.other')).click()
    await page.getByText(en('signIn.directory.emergency')).waitFor()
    await assertSound(page, 'emergency sign-in')
    await page.getByLabel(en('signIn.fields.email')).fill('administrator@bank.example')
    await page.getByLabel(en('signIn.fields.password'), { exact: true }).fill(goodPassword)
    await page.getByRole('button', { name: en('signIn.signIn.action'), exact: true }).click()
    await page.getByRole('heading', { name: en('links.enrol.title') }).waitFor()
  },
)
