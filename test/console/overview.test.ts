import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { toIso } from '../../server/kernel/clock.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { openConsole } from '../support/console-client.ts'
import { fieldsOf } from '../support/operator-scene.ts'
import { withoutChromium } from './browser.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const options = { skip: withoutChromium }
const dayMs = 24 * 60 * 60 * 1000

/** Yesterday two and today three, of different ends; and a webhook of live that fails. */
async function openBusy(t: Parameters<typeof openBrowserScene>[0]): Promise<BrowserScene> {
  const scene = await openBrowserScene(t)
  await verifyInSandbox(scene, { score_requested: true })
  await verifyInSandbox(scene, { sandbox_outcome: 'declined' })
  scene.clock.advance(dayMs)
  await verifyInSandbox(scene, { score_requested: true })
  await verifyInSandbox(scene)
  await verifyInSandbox(scene, { sandbox_outcome: 'error' })
  await failWebhook(scene)
  return scene
}

async function failWebhook(scene: BrowserScene): Promise<void> {
  await (await scene.openAs('developer')).context().close()
  const developer = openConsole(scene.server)
  await developer.signIn('developer@bank.example')
  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  await fieldsOf(developer.post('/webhooks', webhook), 201)
  const expires_at = toIso(scene.clock.now() + 3 * dayMs)
  await fieldsOf(developer.post('/keys', { name: 'Ends', environment: 'live', expires_at }), 201)
  const failing = { failing_since: scene.clock.now() }
  await scene.appliance.db.write((trx) => trx.updateTable('webhooks').set(failing).execute())
}

const sandbox = '/overview?environment=sandbox'
const figure = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Today’s figures' })
    .getByRole('listitem')
    .filter({ hasText: name })

test('the overview reads well in each language, theme and width', options, async (t) => {
  const scene = await openBusy(t)
  const open = (view: object) => scene.openAs('administrator', view)
  const folder = process.env.SVC_TEST_PICTURES
  const images = folder === undefined ? {} : { images: { folder, name: 'overview' } }
  await walkPage({ open, address: scene.at(sandbox), ...images })
})

test('each chart gives way to its table by keyboard, with the same numbers', options, async (t) => {
  const scene = await openBusy(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at(sandbox))
  await page.getByRole('img', { name: /^Bar chart/ }).waitFor()
  assert.match(await figure(page, 'Submitted').innerText(), /3\s+avg\. 0\.3 per day/)
  assert.match(await figure(page, 'Approval rate').innerText(), /100%\s+50% previously/)
  await page.getByRole('button', { name: 'Show table, Volume by status' }).press('Enter')
  const volume = page.getByRole('table', { name: 'Volume by status' })
  await volume.waitFor()
  const cells = async (row: number) =>
    (await volume.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).join(' ')
  // Submitted, approved, declined, errors, pending.
  assert.deepEqual([await cells(7), await cells(8)], ['2 1 1 0 0', '3 2 0 1 0'])
  await page.getByRole('button', { name: 'Show table, Time to result' }).press('Enter')
  const times = page.getByRole('table', { name: 'Time to result' })
  assert.match(await times.getByRole('row').last().innerText(), /\d\sms/)
  await assertSound(page, 'tables of the overview')
})

test('it is read again while it is open, and keeps its content meanwhile', options, async (t) => {
  const scene = await openBusy(t)
  const page = await scene.openAs('administrator')
  await page.clock.install()
  await page.goto(scene.at(sandbox))
  await page.getByRole('button', { name: 'Show table, Volume by status' }).click()
  const table = page.getByRole('table', { name: 'Volume by status' })
  await table.waitFor()
  await page.evaluate("document.querySelector('table').setAttribute('data-marked', '')")
  await verifyInSandbox(scene)
  await page.clock.runFor(31_000)
  await figure(page, 'Submitted').getByText('4', { exact: true }).waitFor()
  assert.equal(await page.locator('table[data-marked]').count(), 1)
})

test('a line that needs attention leads to its place and environment', options, async (t) => {
  const scene = await openBusy(t)
  const page = await scene.openAs('developer')
  await page.goto(scene.at(sandbox))
  await page.getByRole('link', { name: '2 items need attention' }).click()
  const lines = page.getByRole('region', { name: 'Needs attention' })
  await lines.getByText('Webhook failing').waitFor()
  await lines.getByRole('link', { name: 'View endpoint' }).click()
  await page.waitForURL(/\/console\/webhooks\/wh_/)
  await page.goBack()
  await page.getByRole('heading', { name: 'No live verification yet' }).waitFor()
  await lines.getByRole('link', { name: 'View keys' }).click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
})

test('who may not open a place sees no way to it', options, async (t) => {
  const scene = await openBusy(t)
  const page = await scene.openAs('reviewer')
  await page.goto(scene.at(sandbox))
  const lines = page.getByRole('region', { name: 'Needs attention' })
  await lines.waitFor()
  await page.getByRole('link', { name: 'View errors' }).waitFor()
  assert.equal(await page.getByRole('link', { name: /webhook|keys|system/i }).count(), 0)
})

test('an appliance that nobody used yet says where to begin, to who may', options, async (t) => {
  const scene = await openBrowserScene(t)
  const open = (view: object) => scene.openAs('developer', view)
  await walkPage({ open, address: scene.at('/overview') })
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/overview'))
  const begin = page.getByRole('link', { name: 'Create a key' })
  await begin.waitFor()
  assert.equal(await page.getByRole('img', { name: /^(Bar|Line) chart/ }).count(), 0)
  await begin.click()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Sandbox' }).isChecked(), true)
  const reviewer = await scene.openAs('reviewer')
  await reviewer.goto(scene.at('/overview'))
  const first = reviewer.getByRole('region', { name: 'No live verification yet' })
  await first.getByText('an administrator or developer must first create a key').waitFor()
  assert.equal(await first.getByRole('link').count(), 0)
})
