import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { addUser, openConsole } from '../support/console-client.ts'
import { keepCompleted } from '../support/console-verifications.ts'
import { en } from '../support/console-words.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { fieldsOf, itemsOf } from '../support/scenes/operator-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutNetwork } from './cut-network.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { assertSound, walkPage } from './walk.ts'

const approval = { SVC_KEY_APPROVAL: 'yes' }

/** By a developer, without a page. */
async function askForKey(scene: BrowserScene): Promise<void> {
  // Without one, nobody else could decide and the key would work at once.
  await addUser(scene.appliance, 'administrator')
  const developer = await signInDeveloper(scene)
  const asked = { name: 'Core banking', environment: 'live', scopes: ['kyc.verify', 'kyc.read'] }
  await fieldsOf(developer.post('/keys', asked), 201)
}

/** By a developer, who then sees that it waits. */
async function askForKeyByForm(scene: BrowserScene): Promise<Page> {
  await addUser(scene.appliance, 'administrator')
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  await clickButton(page, en('keys.create.open'))
  const form = page.getByRole('dialog', { name: en('keys.create.title.live') })
  await form.getByLabel(en('keys.columns.name')).fill('Core banking')
  await form.getByRole('checkbox', { name: 'kyc.verify' }).check()
  await form.getByRole('checkbox', { name: 'kyc.read' }).check()
  await clickButton(form, en('keys.create.action'))
  const shown = page.getByRole('dialog', { name: en('keys.shown.title') })
  await shown.getByText(en('keys.shown.waits')).waitFor()
  await shown.getByLabel(en('keys.shown.kept')).waitFor()
  const download = page.waitForEvent('download')
  await clickButton(shown, en('keys.shown.download'))
  await download
  await shown.getByLabel(en('keys.shown.kept')).check()
  await clickButton(shown, en('keys.shown.done'))
  await page.getByRole('cell', { name: en('keys.status.awaiting_approval') }).waitFor()
  return page
}

/** Until the column of states has gone, each row says its state twice. */
async function narrowTable(page: Page): Promise<void> {
  const title = page.getByRole('columnheader', { name: en('approvals.column.state') })
  await page.getByRole('cell', { name: en('approvals.state.approved') }).waitFor()
  await page.setViewportSize({ width: 320, height: 800 })
  await title.waitFor({ state: 'detached' })
}

test('requests read well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t, approval)
  await askForKey(scene)
  const open = () => scene.openAs('administrator')
  await walkPage({ open, address: scene.at('/approvals') })
})

test(
  'an administrator sees a key that waits and what it may do, and approves it (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, approval)
    const developer = await askForKeyByForm(scene)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/overview'))
    await page.getByRole('link', { name: en('overview.attention.action.approvals') }).click()
    await page.getByRole('link', { name: en('frame.waiting', { count: 1 }) }).waitFor()
    await clickButton(page, en.like('approvals.openNamed'))
    const dialog = page.getByRole('dialog', { name: en('approvals.kind.key_activation') })
    await dialog.getByText('kyc.verify, kyc.read').waitFor()
    await dialog.getByText(en('approvals.anywhere')).waitFor()
    await assertSound(page, 'approval dialog')
    const note = dialog.getByLabel(en('approvals.note'))
    await note.fill('Asked for by the core banking team.')
    scene.forgive()
    await cutNetwork(page, {
      send: () => clickButton(dialog, en('approvals.approve')),
      isIntact: async () =>
        assert.equal(await note.inputValue(), 'Asked for by the core banking team.'),
      isDone: () => page.getByText(en('approvals.empty.pending')).waitFor(),
    })
    await page.getByText(en('approvals.view.past'), { exact: true }).click()
    await narrowTable(page)
    await page.getByRole('table').getByText(en('approvals.state.approved')).waitFor()
    await clickButton(page, en.like('approvals.seeNamed'))
    await page.getByText('Asked for by the core banking team.').waitFor()
    await page.getByText(en.like('approvals.by.approved')).waitFor()
    await developer.reload()
    const row = developer.getByRole('row', { name: /^Core banking/ })
    await row.getByRole('cell', { name: en('keys.status.active') }).waitFor()
  },
)

test('the one who asked cannot decide, and can withdraw', options, async (t) => {
  const scene = await openBrowserScene(t, approval)
  await askForKey(scene)
  const page = await scene.openAs('developer', { viewport: { width: 320, height: 800 } })
  await page.goto(scene.at('/approvals'))
  await page.getByText(`${en('approvals.column.by')} The developer`).waitFor()
  const row = page.getByRole('table').getByRole('row').last()
  await row.getByText(en('approvals.state.pending')).waitFor()
  await row.getByRole('time').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await clickButton(page, en.like('approvals.seeNamed'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en('approvals.own')).waitFor()
  assert.equal(await dialog.getByRole('button', { name: en('approvals.approve') }).count(), 0)
  await clickButton(dialog, en('approvals.withdraw'))
  await page.getByText(en('approvals.empty.pending')).waitFor()
})

test('whoever reset the requester’s account reads why they can only reject', options, async (t) => {
  const scene = await openBrowserScene(t, approval)
  await addUser(scene.appliance, 'administrator', 'ines@bank.example')
  await askForKey(scene)
  const administrator = openConsole(scene.server)
  await administrator.signIn('administrator@bank.example')
  const users = await itemsOf(administrator.get('/users'))
  const developer = users.find(({ role }) => role === 'developer')
  await fieldsOf(administrator.post(`/users/${developer?.id}/link`, {}), 201)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/approvals'))
  await clickButton(page, en.like('approvals.seeNamed'))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(en('approvals.bar.one_person', { name: 'The developer' })).waitFor()
  await assertSound(page, 'approval by one person')
  assert.equal(await dialog.getByRole('button', { name: en('approvals.approve') }).count(), 0)
  await clickButton(dialog, en('approvals.refuse'))
  await page.getByText(en('approvals.empty.pending')).waitFor()
})

test(
  'the address of a live webhook waits, is shown as asked for, and is taken once approved (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, { SVC_WEBHOOK_APPROVAL: 'yes' })
    const administrator = await scene.openAs('administrator')
    const page = await scene.openAs('developer')
    const decide = async (url: string) => {
      await administrator.goto(scene.at('/approvals'))
      await clickButton(administrator, en.like('approvals.openNamed'))
      const dialog = administrator.getByRole('dialog', {
        name: en('approvals.kind.webhook_address'),
      })
      await dialog.getByText(url, { exact: true }).waitFor()
      await assertSound(administrator, 'approval of an address')
      await clickButton(dialog, en('approvals.approve'))
      await administrator.getByText(en('approvals.empty.pending')).waitFor()
    }
    const [first, second] = ['http://127.0.0.1:9555/one', 'http://127.0.0.1:9555/two']
    await page.goto(scene.at('/webhooks'))
    await page
      .getByRole('button', { name: en('webhooks.form.add') })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: en('webhooks.form.add') })
    await form.getByText(en('webhooks.approval.rule')).waitFor()
    await form.getByLabel(en('webhooks.url')).fill(first)
    await page.keyboard.press('Enter')
    await page.getByText(en('webhooks.approval.made')).waitFor()
    await page.getByLabel(en('webhooks.secret.kept')).waitFor()
    const download = page.waitForEvent('download')
    await clickButton(page, en('webhooks.secret.download'))
    await download
    await page.getByLabel(en('webhooks.secret.kept')).check()
    await clickButton(page, en('webhooks.secret.done'))
    await page.getByRole('cell', { name: en('webhooks.state.awaiting_approval') }).waitFor()
    await page.getByRole('link', { name: first }).click()
    await page.getByText(en('webhooks.means.awaiting_approval')).waitFor()
    assert.equal(await page.getByRole('button', { name: en('webhooks.test') }).count(), 0)
    await decide(first)
    await page.reload()
    await page.getByText(en('webhooks.state.well'), { exact: true }).waitFor()
    await clickButton(page, en('webhooks.more'))
    await page.getByRole('menuitem', { name: en('webhooks.edit.action') }).click()
    await page.getByRole('dialog').getByLabel(en('webhooks.url')).fill(second)
    await page.getByRole('dialog').getByText(en('webhooks.approval.rule')).waitFor()
    await clickButton(page.getByRole('dialog'), en('webhooks.form.save'))
    await page.getByText(en('webhooks.approval.edited')).waitFor()
    await page.getByText(en('webhooks.approval.of', { url: second })).waitFor()
    await page.getByRole('heading', { name: first }).waitFor()
    await decide(second)
    await page.reload()
    await page.getByRole('heading', { name: second }).waitFor()
  },
)

test(
  'a large export waits for somebody, and is then taken from the list of requests (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, { SVC_EXPORT_APPROVAL_ROWS: '1' })
    const clock = new ManualClock()
    for (let row = 0; row < 2; row += 1) await keepCompleted({ db: scene.appliance.db, clock })
    scene.clock.advance(clock.now() - scene.clock.now())
    const reviewer = await scene.openAs('reviewer')
    await reviewer.goto(scene.at('/verifications'))
    await clickButton(reviewer, en('verifications.list.export.open'))
    const dialog = reviewer.getByRole('dialog')
    await dialog.getByRole('radio').nth(1).check()
    await dialog.getByLabel(en('verifications.list.export.purpose')).selectOption({ index: 1 })
    await dialog
      .getByRole('button', { name: en('verifications.list.export.open') })
      .last()
      .click()
    await dialog.getByText(en('verifications.list.export.second.title')).waitFor()
    await assertSound(reviewer, 'export dialog')
    scene.forgive()
    const ask = dialog.getByRole('button', { name: en('verifications.list.export.second.action') })
    await ask.and(reviewer.locator(':focus')).waitFor()
    await cutNetwork(reviewer, {
      send: () => ask.click(),
      isIntact: () => ask.waitFor(),
      isDone: () => ask.waitFor({ state: 'detached' }),
    })
    const administrator = await scene.openAs('administrator')
    await administrator.goto(scene.at('/approvals'))
    await clickButton(administrator, en.like('approvals.openNamed'))
    await clickButton(administrator, en('approvals.approve'))
    await administrator.getByText(en('approvals.empty.pending')).waitFor()
    await reviewer.goto(scene.at('/verifications'))
    await reviewer.getByRole('link', { name: en('frame.usable', { count: 1 }) }).click()
    await clickButton(reviewer, en.like('approvals.seeNamed'))
    const take = reviewer.getByRole('button', { name: en('approvals.take') })
    const download = reviewer.waitForEvent('download')
    await cutNetwork(reviewer, {
      send: () => take.click(),
      isIntact: () => take.waitFor(),
      isDone: () => take.waitFor({ state: 'detached' }),
    })
    const text = await readFile(await (await download).path(), 'utf8')
    assert.equal(text.trimEnd().split('\r\n').length, 3)
    await reviewer.getByText(en('approvals.empty.pending')).waitFor()
    await reviewer.getByText(en('approvals.view.past'), { exact: true }).click()
    await reviewer.getByRole('cell', { name: en('approvals.state.used') }).waitFor()
  },
)
