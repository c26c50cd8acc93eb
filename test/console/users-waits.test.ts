import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUser } from '../support/console-client.ts'
import { en, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

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
