import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { addUser } from '../support/console-client.ts'
import { withoutChromium } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

const options = { skip: withoutChromium }
const folder = process.env.SVC_TEST_PICTURES

async function look(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
  await assertSound(page, name)
}

test(
  'with a second administrator, dialogs say that it waits, and nothing is done',
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
      await page.getByRole('button', { name: 'Manage The auditor' }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await dialog.waitFor()
    }
    await manage('Change role')
    await dialog.getByRole('radio', { name: /^Reviewer/ }).check()
    await look(page, 'waits-role')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Awaiting another administrator’s approval. See Approvals.').waitFor()
    assert.equal(await page.getByRole('row', { name: /The auditor.*Auditor/ }).count(), 1)
    await manage('Change role')
    await dialog.getByRole('radio', { name: /^Administrator/ }).check()
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog.getByText('Already requested').waitFor()
  },
)

test('an invitation that waits shows no link, in French, dark and narrow', options, async (t) => {
  const scene = await openBrowserScene(t)
  await addUser(scene.appliance, 'administrator', 'second@bank.example')
  const page = await scene.openAs('administrator', {
    locale: 'fr-SN',
    colorScheme: 'dark',
    viewport: { width: 390, height: 800 },
  })
  await page.goto(scene.at('/users'))
  await page.getByRole('button', { name: 'Inviter un utilisateur' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Adresse e-mail').fill('awa@bank.example')
  await dialog.getByLabel('Nom', { exact: true }).fill('Awa Diop')
  await dialog.getByRole('radio', { name: /^Administrateur/ }).check()
  await look(page, 'waits-invite-fr')
  await dialog.getByRole('button', { name: 'Créer le lien d’invitation' }).click()
  await dialog.getByText('En attente de l’approbation d’un autre administrateur.').waitFor()
  await look(page, 'waits-invited-fr')
  assert.equal(await dialog.getByText('/console/invitation#').count(), 0)
})
