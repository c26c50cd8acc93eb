import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inviteUser } from '../../server/users/manage-users.ts'
import { permissionTable } from '../../server/users/role.ts'
import { addUser, openConsole } from '../support/console-client.ts'
import { anyOf, en, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

test('the users page reads well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  await populate(scene)
  const open = () => scene.openAs('administrator')
  await walkPage({ open, address: scene.at('/users') })
})

test('a colleague is invited, and the link is shown this once', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openPeople(scene)
  await clickButton(page, en('users.invite.open'))
  const form = page.getByRole('dialog', { name: en('users.invite.title') })
  await form.getByLabel(en('users.invite.email')).fill('administrator@bank.example')
  await form.getByLabel(en('users.columns.name'), { exact: true }).fill('Fatou Ndiaye')
  await page.keyboard.press('Enter')
  await form.getByText(en('users.roleMissing')).waitFor()
  await form.getByRole('radio', { name: en('frame.roles.auditor') }).check()
  await page.keyboard.press('Enter')
  await form.getByText(en('users.invite.emailTaken')).waitFor()
  await assertSound(page, 'people-invite')
  await form.getByLabel(en('users.invite.email')).fill('fatou@bank.example')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: en('users.link.title.invitation') })
  const link = (await shown.locator('pre, code').first().innerText()).trim()
  assert.match(link, /\/console\/invitation#[\w-]{43}$/)
  await shown.getByText(en('users.link.expires.invitation')).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await assertSound(page, 'people-link')
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: /^Fatou Ndiaye/ }).waitFor()
  const none = en('users.factorNamed', { factors: en('users.noFactor') })
  await page.getByText(none).first().waitFor()
  assert.equal(await page.getByText(link).count(), 0)
  const requestOrigin = await scene.open()
  await requestOrigin.goto(
    scene.at(new URL(link).pathname.replace('/console', '') + new URL(link).hash),
  )
  await requestOrigin.getByLabel(en('signIn.fields.newPassword'), { exact: true }).waitFor()
})

test('a narrow window says when each user signed in last', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openPeople(scene)
  await page.setViewportSize({ width: 390, height: 800 })
  const last = page
    .getByRole('cell')
    .getByText(en('users.columns.signedIn'))
    .filter({ visible: true })
  await last.getByRole('button').click()
  await page.getByRole('dialog').getByText(/UTC/).waitFor()
})

test(
  'users are found by name, role and state, and the address keeps the search',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await populate(scene)
    const page = await openPeople(scene)
    const rows = page.getByRole('table').first().locator('tbody').getByRole('row')
    const search = page.getByRole('searchbox', { name: en('users.filter.search') })
    await search.fill('THE audit')
    await rows.filter({ hasText: 'administrator@bank.example' }).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 1)
    assert.equal(new URL(page.url()).searchParams.get('search'), 'THE audit')
    await page.reload()
    await rows.filter({ hasText: 'auditor@bank.example' }).waitFor()
    assert.equal(await search.inputValue(), 'THE audit')
    await clickButton(page, en('users.columns.state'))
    await page.getByRole('menuitemradio', { name: en('users.state.disabled') }).click()
    await page.getByText(en('users.filter.none')).waitFor()
    await assertSound(page, 'users that no filter matches')
    await clickButton(page, en('frame.list.clear'))
    await rows.filter({ hasText: 'administrator@bank.example' }).waitFor()
    assert.equal(await search.inputValue(), '')
  },
)

test('a user gets another role, is signed out, disabled and enabled (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const reviewer = await addUser(scene.appliance, 'reviewer')
  const client = openConsole(scene.server)
  await client.signIn(reviewer.email)
  await openConsole(scene.server).signIn(reviewer.email)
  const page = await openPeople(scene)
  await clickButton(page, en('users.sessions.open', { count: 2, name: 'The reviewer' }))
  const sessions = page.getByRole('dialog', {
    name: en('users.sessions.title', { name: 'The reviewer' }),
  })
  await sessions
    .getByRole('button', { name: en('users.sessions.end') })
    .nth(1)
    .waitFor()
  await assertSound(page, 'people-sessions')
  await clickButton(sessions, en('users.sessions.endAll'))
  await sessions.getByText(en('users.sessions.empty')).waitFor()
  assert.equal((await client.get('/me')).status, 401)
  await page.keyboard.press('Escape')
  await manage(page, en('users.manage.role'))
  const row = page.getByRole('row', { name: 'The reviewer' })
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en.like('users.changeRole.consequence')).waitFor()
  assert.ok(await dialog.getByRole('radio', { name: en('frame.roles.reviewer') }).isDisabled())
  await clickButton(dialog, en('users.manage.role'))
  await dialog.getByText(en('users.roleMissing')).waitFor()
  await dialog.getByRole('radio', { name: en('frame.roles.auditor') }).check()
  await assertSound(page, 'people-role')
  await clickButton(dialog, en('users.manage.role'))
  await row.getByRole('cell', { name: en('frame.roles.auditor'), exact: true }).waitFor()
  await manage(page, en('users.manage.password'))
  await clickButton(dialog, en('users.password.action'))
  await dialog.getByText(/\/console\/new-password#/).waitFor()
  await clickButton(dialog, en('users.link.done'))
  await manage(page, en('users.disable.action'))
  await assertSound(page, 'people-disable')
  await clickButton(dialog, en('users.disable.action'))
  await row.getByRole('cell', { name: en('users.state.disabled'), exact: true }).waitFor()
  await manage(page, en('users.enable.action'))
  await clickButton(dialog, en('users.enable.action'))
  await row.getByRole('cell', { name: en('users.state.active'), exact: true }).waitFor()
})

test('a user is invited again once another administrator agrees (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const reviewer = await addUser(scene.appliance, 'reviewer')
  const page = await openPeople(scene)
  const kofi = await addUser(scene.appliance, 'administrator', 'kofi@bank.example')
  await manage(page, en('users.reinvitation.action'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en('users.reinvitation.text')).waitFor()
  await dialog.getByText(en('users.waits.reinvitation')).waitFor()
  await assertSound(page, 'people-reinvite')
  await page.setViewportSize({ width: 390, height: 800 })
  await assertSound(page, 'people-reinvite-narrow')
  await page.setViewportSize({ width: 1280, height: 800 })
  await clickButton(dialog, en('users.reinvitation.action'))
  await page.getByText(en('users.waits.done')).waitFor()
  const row = page.getByRole('row', { name: 'The reviewer' })
  await row.getByRole('cell', { name: en('users.state.active'), exact: true }).waitFor()
  const other = openConsole(scene.server)
  await other.signIn(kofi.email)
  const { data } = await other.get('/approvals')
  const [asked] = data.items as { id: string; subject: { id: string } }[]
  assert.equal(asked?.subject.id, reviewer.id)
  await other.post(`/approvals/${asked?.id}/decide`, { decision: 'approve' })
  await page.reload()
  const withoutLink = `${en('users.state.invited')} ${en('users.invitation.none')}`
  await row.getByRole('cell', { name: withoutLink, exact: true }).waitFor()
  await manage(page, en('users.manage.invitation'))
  await clickButton(dialog, en('users.invitation.action'))
  await dialog.getByText(en('users.refused.both_resets')).waitFor()
  await assertSound(page, 'people-reinvite-link-refused')
})

test('a refusal is said in the reader’s own language (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const reviewer = await addUser(scene.appliance, 'reviewer')
  const page = await scene.openAs('administrator', { locale: 'fr-SN' })
  await page.goto(scene.at('/users'))
  await clickButton(page, fr('users.manage.openNamed', { name: 'The reviewer' }))
  await page.getByRole('menuitem', { name: fr('users.manage.password') }).click()
  await scene.appliance.db.write((trx) =>
    trx.updateTable('users').set({ state: 'disabled' }).where('id', '=', reviewer.id).execute(),
  )
  await clickButton(page, fr('users.password.action'))
  await page.getByText(fr('users.refused.user_disabled')).waitFor()
})

test('nobody manages themselves, and an auditor manages nobody (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await openPeople(scene)
  assert.equal(
    await page.getByRole('button', { name: en.like('users.manage.openNamed') }).count(),
    0,
  )
  await addUser(scene.appliance, 'developer')
  const auditor = await scene.openAs('auditor')
  await auditor.goto(scene.at('/users'))
  await auditor.getByRole('cell', { name: /^The developer/ }).waitFor()
  await auditor.getByRole('rowheader', { name: permissionTable['keys.manage'].en }).waitFor()
  const changing = anyOf(en.like('users.manage.openNamed'), en('users.invite.open'))
  assert.equal(await auditor.getByRole('button', { name: changing }).count(), 0)
  await clickButton(auditor, en('users.sessions.open', { count: 1, name: 'The administrator' }))
  const dialog = auditor.getByRole('dialog', {
    name: en('users.sessions.title', { name: 'The administrator' }),
  })
  await dialog.getByText('127.0.0.1').waitFor()
  assert.equal(
    await dialog
      .getByRole('button', { name: anyOf(en('users.sessions.end'), en('users.sessions.endAll')) })
      .count(),
    0,
  )
})

test(
  'with a second administrator, dialogs say that it waits, and nothing is done (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await addUser(scene.appliance, 'administrator', 'second@bank.example')
    await addUser(scene.appliance, 'auditor')
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/users'))
    const dialog = page.getByRole('dialog')
    const manage = async (action: string) => {
      await dialog.waitFor({ state: 'detached' })
      await clickButton(page, en('users.manage.openNamed', { name: 'The auditor' }))
      await page.getByRole('menuitem', { name: action }).click()
      await dialog.waitFor()
    }
    await manage(en('users.manage.role'))
    await dialog.getByRole('radio', { name: en('frame.roles.reviewer') }).check()
    await assertSound(page, 'waits-role')
    await clickButton(dialog, en('users.manage.role'))
    await page.getByText(en('users.waits.done')).waitFor()
    const row = page.getByRole('row', { name: 'The auditor' })
    assert.equal(
      await row.getByRole('cell', { name: en('frame.roles.auditor'), exact: true }).count(),
      1,
    )
    await manage(en('users.manage.role'))
    await dialog.getByRole('radio', { name: en('frame.roles.administrator') }).check()
    await clickButton(dialog, en('users.manage.role'))
    await dialog.getByText(en('users.refused.approval_pending')).waitFor()
  },
)

test(
  'an invitation that waits shows no link, in French, dark and narrow (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await addUser(scene.appliance, 'administrator', 'second@bank.example')
    const page = await scene.openAs('administrator', {
      locale: 'fr-SN',
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    })
    await page.goto(scene.at('/users'))
    await clickButton(page, fr('users.invite.open'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(fr('users.invite.email')).fill('awa@bank.example')
    await dialog.getByLabel(fr('users.columns.name'), { exact: true }).fill('Awa Diop')
    await dialog.getByRole('radio', { name: fr('frame.roles.administrator') }).check()
    await assertSound(page, 'waits-invite-fr')
    await clickButton(dialog, fr('users.invitation.action'))
    await dialog.getByText(fr('users.waits.done')).waitFor()
    await assertSound(page, 'waits-invited-fr')
    assert.equal(await dialog.getByText('/console/invitation#').count(), 0)
  },
)

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
  await clickButton(page, en('users.manage.openNamed', { name: 'The reviewer' }))
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}
