import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inviteUser } from '../../server/users/manage-users.ts'
import { addUser, openConsole } from '../support/console-client.ts'
import { withoutChromium } from './browser.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const options = { skip: withoutChromium }
const folder = process.env.SVC_TEST_PICTURES

test('the users page reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  await populate(scene)
  const open = (view: object) => scene.openAs('administrator', view)
  const images = folder === undefined ? {} : { images: { folder, name: 'people' } }
  await walkPage({ open, address: scene.at('/users'), ...images })
})

test('a colleague is invited, and the link is shown this once', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openPeople(scene)
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog', { name: 'Invite a user' })
  await form.getByLabel('E-mail address').fill('administrator@bank.example')
  await form.getByLabel('Name', { exact: true }).fill('Fatou Ndiaye')
  await page.keyboard.press('Enter')
  await form.getByText('Choose a role.').waitFor()
  await form.getByRole('radio', { name: 'Auditor' }).check()
  await page.keyboard.press('Enter')
  await form.getByText('A user already has this e-mail address.').waitFor()
  await look(page, 'people-invite')
  await form.getByLabel('E-mail address').fill('fatou@bank.example')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Invitation link' })
  const link = (await shown.locator('pre, code').first().innerText()).trim()
  assert.match(link, /\/console\/invitation#[\w-]{43}$/)
  await shown.getByText('Valid for three days, until').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await look(page, 'people-link')
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: /^Fatou Ndiaye/ }).waitFor()
  assert.equal(await page.getByText(link).count(), 0)
  const requestOrigin = await scene.open()
  await requestOrigin.goto(
    scene.at(new URL(link).pathname.replace('/console', '') + new URL(link).hash),
  )
  await requestOrigin.getByLabel('New password', { exact: true }).waitFor()
})

test('a user gets another role, is signed out, disabled and enabled', options, async (t) => {
  const scene = await openBrowserScene(t)
  const reviewer = await addUser(scene.appliance, 'reviewer')
  const client = openConsole(scene.server)
  await client.signIn(reviewer.email)
  await openConsole(scene.server).signIn(reviewer.email)
  const page = await openPeople(scene)
  await page.getByRole('button', { name: '2 sessions of The reviewer' }).click()
  const sessions = page.getByRole('dialog', { name: 'Sessions of The reviewer' })
  await sessions.getByRole('button', { name: 'End session' }).nth(1).waitFor()
  await look(page, 'people-sessions')
  await sessions.getByRole('button', { name: 'End all sessions' }).click()
  await sessions.getByText('No open sessions.').waitFor()
  assert.equal((await client.get('/me')).status, 401)
  await page.keyboard.press('Escape')
  await manage(page, 'Change role')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('is signed out everywhere').waitFor()
  assert.ok(await dialog.getByRole('radio', { name: /^Reviewer/ }).isDisabled())
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await dialog.getByText('Choose a role.').waitFor()
  await dialog.getByRole('radio', { name: 'Auditor' }).check()
  await look(page, 'people-role')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('row', { name: /The reviewer.*Auditor/ }).waitFor()
  await manage(page, 'Reset password')
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  await dialog.getByText(/\/console\/new-password#/).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await manage(page, 'Disable account')
  await look(page, 'people-disable')
  await dialog.getByRole('button', { name: 'Disable account' }).click()
  await page.getByRole('row', { name: /The reviewer.*Disabled/ }).waitFor()
  await manage(page, 'Enable account')
  await dialog.getByRole('button', { name: 'Enable account' }).click()
  await page.getByRole('row', { name: /The reviewer.*Active/ }).waitFor()
})

test('a refusal is said in the reader’s own language', options, async (t) => {
  const scene = await openBrowserScene(t)
  const reviewer = await addUser(scene.appliance, 'reviewer')
  const page = await scene.openAs('administrator', { locale: 'fr-SN' })
  await page.goto(scene.at('/users'))
  await page.getByRole('button', { name: 'Gérer The reviewer' }).click()
  await page.getByRole('menuitem', { name: 'Réinitialiser le mot de passe' }).click()
  await scene.appliance.db.write((trx) =>
    trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', reviewer.id).execute(),
  )
  await page.getByRole('button', { name: 'Créer le lien de réinitialisation' }).click()
  await page.getByText('Ce compte est désactivé. Réactivez-le d’abord.').waitFor()
})

test('nobody manages themselves, and an auditor manages nobody', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openPeople(scene)
  assert.equal(await page.getByRole('button', { name: /^Manage/ }).count(), 0)
  await addUser(scene.appliance, 'developer')
  const auditor = await scene.openAs('auditor')
  await auditor.goto(scene.at('/users'))
  await auditor.getByRole('cell', { name: /^The developer/ }).waitFor()
  await auditor.getByRole('rowheader', { name: 'Create, rotate and revoke API keys' }).waitFor()
  assert.equal(await auditor.getByRole('button', { name: /manage|invite/i }).count(), 0)
  await auditor.getByRole('button', { name: '1 session of The administrator' }).click()
  const dialog = auditor.getByRole('dialog', { name: 'Sessions of The administrator' })
  await dialog.getByText('127.0.0.1').waitFor()
  assert.equal(await dialog.getByRole('button', { name: /end/i }).count(), 0)
})

async function openPeople(scene: BrowserScene): Promise<Page> {
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/users'))
  await page.getByRole('cell', { name: /^The administrator/ }).waitFor()
  return page
}

/** One of every state, and one whose name is long. */
async function populate({ appliance }: BrowserScene): Promise<void> {
  const awa = { email: 'awa.diop@bank.example', name: 'Awa Diop', role: 'reviewer' } as const
  await inviteUser(appliance, fromCommandLine, awa)
  await addUser(appliance, 'auditor')
  const { id } = await addUser(appliance, 'developer', 'integration.partner.of.the.bank@x.example')
  await appliance.db.write((trx) =>
    trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', id).execute(),
  )
}

async function manage(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Manage The reviewer' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

async function look(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
  await assertSound(page, name)
}
