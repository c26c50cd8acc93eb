import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { createKey } from '../../server/keys/create-key.ts'
import { newKey } from '../support/api-key.ts'
import { keepCompleted } from '../support/console-verifications.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { withoutChromium } from './browser.ts'
import { cutNetwork } from './cut-network.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const options = { skip: withoutChromium }
const approval = { SVC_KEY_APPROVAL: 'yes' }
const images = () => {
  const folder = process.env.SVC_TEST_PICTURES
  return folder === undefined ? {} : { images: { folder, name: 'approvals' } }
}

const lookFolder = process.env.SVC_TEST_PICTURES

async function look(page: Page, name: string): Promise<void> {
  if (lookFolder !== undefined) await page.screenshot({ path: `${lookFolder}/address-${name}.png` })
}

/** By a developer, who then sees that it waits. */
async function askForKey(scene: BrowserScene): Promise<Page> {
  // Without one, nobody else could decide and the key would work at once.
  await scene.openAs('administrator')
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a live key' })
  await form.getByLabel('Name').fill('Core banking')
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Save this key' })
  await shown.getByText('another administrator must approve it').waitFor()
  await shown.getByLabel('I have saved this key').waitFor()
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download key' }).click()
  await download
  await shown.getByLabel('I have saved this key').check()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'Awaiting approval' }).waitFor()
  return page
}

test('requests read well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t, approval)
  await askForKey(scene)
  const open = (view: object) => scene.openAs('administrator', view)
  await walkPage({ open, address: scene.at('/approvals'), ...images() })
})

test(
  'an administrator sees a key that waits and what it may do, and approves it',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, approval)
    const developer = await askForKey(scene)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/overview'))
    await page.getByRole('link', { name: 'View requests' }).click()
    await page.getByRole('link', { name: /^Approvals.*1 request awaiting your decision/ }).waitFor()
    await page.getByRole('button', { name: /^Decide:/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Activate an API key' })
    await dialog.getByText('kyc.verify, kyc.read').waitFor()
    await dialog.getByText('Any network').waitFor()
    await assertSound(page, 'approval dialog')
    const note = dialog.getByLabel('Note')
    await note.fill('Asked for by the core banking team.')
    scene.forgive()
    await cutNetwork(page, {
      send: () => dialog.getByRole('button', { name: 'Approve' }).click(),
      isIntact: async () =>
        assert.equal(await note.inputValue(), 'Asked for by the core banking team.'),
      isDone: () => page.getByText('No pending requests.').waitFor(),
    })
    await page.getByText('Past', { exact: true }).click()
    await page.getByRole('button', { name: /^Details:/ }).click()
    await page.getByText('Asked for by the core banking team.').waitFor()
    await page.getByText(/Approved by/).waitFor()
    await developer.reload()
    const row = developer.getByRole('row', { name: /^Core banking/ })
    await row.getByRole('cell', { name: 'Active' }).waitFor()
  },
)

test('the one who asked cannot decide, and can withdraw', options, async (t) => {
  const scene = await openBrowserScene(t, approval)
  const page = await askForKey(scene)
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.getByRole('button', { name: /^Details:/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('someone else must decide').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Approve' }).count(), 0)
  await dialog.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByText('No pending requests.').waitFor()
})

test(
  'the address of a live webhook waits, is shown as asked for, and is taken once approved',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, { SVC_WEBHOOK_APPROVAL: 'yes' })
    const administrator = await scene.openAs('administrator')
    const page = await scene.openAs('developer')
    const decide = async (url: string) => {
      await administrator.goto(scene.at('/approvals'))
      await administrator.getByRole('button', { name: /^Decide:/ }).click()
      const dialog = administrator.getByRole('dialog', { name: 'Send events to this URL' })
      await dialog.getByText(url, { exact: true }).waitFor()
      await assertSound(administrator, 'approval of an address')
      await look(administrator, `decide-${url.slice(-3)}`)
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await administrator.getByText('No pending requests.').waitFor()
    }
    const [first, second] = ['http://127.0.0.1:9555/one', 'http://127.0.0.1:9555/two']
    await page.goto(scene.at('/webhooks'))
    await page.getByRole('button', { name: 'Add endpoint' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add a live endpoint' })
    await form.getByText('A live URL needs another administrator’s approval').waitFor()
    await form.getByLabel('Endpoint URL').fill(first)
    await page.keyboard.press('Enter')
    await page.getByText('another administrator must approve the URL first').waitFor()
    await look(page, 'secret')
    await page.getByLabel('I have saved this secret').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download secret' }).click()
    await download
    await page.getByLabel('I have saved this secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('cell', { name: 'Awaiting approval' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Send test/ }).count(), 0)
    await look(page, 'list')
    await page.getByRole('link', { name: first }).click()
    await page.getByText('Without approval, the endpoint is deleted.').waitFor()
    await look(page, 'waits')
    await decide(first)
    await page.reload()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit endpoint' }).click()
    await page.getByRole('dialog').getByLabel('Endpoint URL').fill(second)
    await page
      .getByRole('dialog')
      .getByText('A new live URL needs another administrator’s approval')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The new URL awaits another administrator’s approval.').waitFor()
    await page.getByText(`Changes to ${second} once another administrator`).waitFor()
    await page.getByRole('heading', { name: first }).waitFor()
    await look(page, 'moving')
    await decide(second)
    await page.reload()
    await page.getByRole('heading', { name: second }).waitFor()
  },
)

test('revoking a key offers the keys that it made', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { appliance } = scene
  const origin = { clientAddress: undefined, requestId: undefined }
  const page = await scene.openAs('developer')
  const maker = await createKey(
    appliance,
    { actor: { kind: 'system', id: undefined }, ...origin },
    newKey({ name: 'Maker' }),
  )
  const by = { actor: { kind: 'api_key', id: maker.key.id }, ...origin } as const
  await createKey(appliance, by, newKey({ name: 'Child' }))
  await page.goto(scene.at('/keys'))
  await page.getByRole('button', { name: 'Revoke the key Maker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke Maker?' })
  await dialog.getByLabel('Also revoke the 1 key it created').check()
  await assertSound(page, 'revoke dialog')
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  for (const name of [/^Maker/, /^Child/]) {
    await page.getByRole('row', { name }).getByRole('cell', { name: 'Revoked' }).waitFor()
  }
})

test(
  'a large export waits for somebody, and is then taken from the list of requests',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, { SVC_EXPORT_APPROVAL_ROWS: '1' })
    const clock = new ManualClock()
    for (let row = 0; row < 2; row += 1) await keepCompleted({ db: scene.appliance.db, clock })
    scene.clock.advance(clock.now() - scene.clock.now())
    const reviewer = await scene.openAs('reviewer')
    await reviewer.goto(scene.at('/verifications'))
    await reviewer.getByRole('button', { name: 'Export' }).click()
    const dialog = reviewer.getByRole('dialog')
    await dialog.getByRole('radio').nth(1).check()
    await dialog.getByLabel(/Purpose/).selectOption({ index: 1 })
    await dialog
      .getByRole('button', { name: /export/i })
      .last()
      .click()
    await dialog.getByText('Second approval required').waitFor()
    await assertSound(reviewer, 'export dialog')
    scene.forgive()
    const ask = dialog.getByRole('button', { name: 'Request approval' })
    await cutNetwork(reviewer, {
      send: () => ask.click(),
      isIntact: () => ask.waitFor(),
      isDone: () => ask.waitFor({ state: 'detached' }),
    })
    const administrator = await scene.openAs('administrator')
    await administrator.goto(scene.at('/approvals'))
    await administrator.getByRole('button', { name: /^Decide:/ }).click()
    await administrator.getByRole('button', { name: 'Approve' }).click()
    await administrator.getByText('No pending requests.').waitFor()
    await reviewer.goto(scene.at('/approvals?state=past'))
    await reviewer.getByRole('button', { name: /^Details:/ }).click()
    const take = reviewer.getByRole('button', { name: 'Download export' })
    const download = reviewer.waitForEvent('download')
    await cutNetwork(reviewer, {
      send: () => take.click(),
      isIntact: () => take.waitFor(),
      isDone: () => take.waitFor({ state: 'detached' }),
    })
    const text = await readFile(await (await download).path(), 'utf8')
    assert.equal(text.trimEnd().split('\r\n').length, 3)
    await reviewer.getByRole('cell', { name: 'Used' }).waitFor()
  },
)
