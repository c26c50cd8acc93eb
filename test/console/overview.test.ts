import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { toIso } from '../../server/kernel/clock.ts'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { anyOf, en } from '../support/console-words.ts'
import { fieldsOf } from '../support/scenes/operator-scene.ts'
import { typeAtOnce } from './at-once.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { goWithin } from './go-within.ts'
import { type BrowserScene, type HasEnd, openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { assertSound, walkPage } from './walk.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Yesterday two and today three, of different ends; and a webhook of live that fails. */
async function openBusy(t: HasEnd): Promise<BrowserScene> {
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
  const developer = await signInDeveloper(scene)
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
    .getByRole('list', { name: en('overview.figures.label') })
    .getByRole('listitem')
    .filter({ hasText: name })

describe('an overview of what happened', options, () => {
  let scene: BrowserScene
  let end: () => unknown
  before(async () => {
    scene = await openBusy({
      after(close) {
        end = close
      },
    })
  })
  // The next test goes on in the same windows.
  afterEach(() => scene.leave())
  after(() => end())

  test('the overview reads well in each language, theme and width', async () => {
    const open = () => scene.openAs('administrator')
    await walkPage({ open, address: scene.at(sandbox) })
  })

  test('each chart gives way to its table by keyboard, with the same numbers', async () => {
    const page = await scene.openAs('auditor')
    await page.goto(scene.at(sandbox))
    await page.getByRole('img', { name: en('overview.volume.label') }).waitFor()
    const submitted = await figure(page, en('overview.figures.submitted')).innerText()
    assert.match(submitted, /\n3$/)
    const approval = await figure(page, en('overview.figures.approval')).innerText()
    assert.match(approval, /\n100%$/)
    await page
      .getByRole('button', {
        name: `${en('overview.chart.showTable')}, ${en('overview.volume.title')}`,
      })
      .press('Enter')
    const volume = page.getByRole('table', { name: en('overview.volume.title') })
    await volume.waitFor()
    const cells = async (row: number) =>
      (await volume.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).join(' ')
    // Submitted, approved, declined, errors, pending.
    assert.deepEqual([await cells(7), await cells(8)], ['2 1 1 0 0', '3 2 0 1 0'])
    await page
      .getByRole('button', {
        name: `${en('overview.chart.showTable')}, ${en('overview.times.title')}`,
      })
      .press('Enter')
    const times = page.getByRole('table', { name: en('overview.times.title') })
    assert.match(await times.getByRole('row').last().innerText(), /\d\sms/)
    await assertSound(page, 'tables of the overview')
  })

  test('values of a day come by key, and never cover the bar that is pointed at (long)', async () => {
    const page = await scene.openAs('auditor')
    await page.goto(scene.at(sandbox))
    const chart = page.getByRole('img', { name: en('overview.volume.label') })
    await chart.waitFor()
    await page.locator('svg [data-unfinished]').first().waitFor({ state: 'attached' })
    const label = en('overview.chart.values', { chart: en('overview.volume.label') })
    const keys = page.getByRole('slider', { name: label })
    await keys.focus()
    assert.match(String(await keys.getAttribute('aria-valuetext')), /\(so far\), .*Approved 2/)
    await keys.press('ArrowLeft')
    assert.match(
      String(await keys.getAttribute('aria-valuetext')),
      /Approved 1, Declined 1|Declined 1/,
    )
    await page.locator('[data-day-values]').waitFor()
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await keys.press('ArrowRight')
      const bar = await page.locator('svg rect[data-unfinished]').first().boundingBox()
      const values = await page.locator('[data-day-values]').boundingBox()
      assert.ok(bar !== null && values !== null)
      const isApart =
        values.x + values.width <= bar.x ||
        values.x >= bar.x + bar.width ||
        values.y >= bar.y + bar.height
      assert.ok(isApart, `${width}: ${JSON.stringify({ bar, values })}`)
    }
  })

  test('a period is chosen, kept in the address, and named in the page', async () => {
    const page = await scene.openAs('administrator')
    await page.goto(scene.at(sandbox))
    await clickButton(page, en('overview.period.7_days'))
    await page.waitForURL(/period=7_days/)
    await figure(page, en('overview.figures.submitted')).getByText('5', { exact: true }).waitFor()
    await clickButton(page, en('overview.period.custom'))
    await page.getByText(en('overview.period.fault.missing')).waitFor()
    await assertSound(page, 'custom days of the overview')
    const days = page.getByRole('main').getByRole('textbox')
    await typeAtOnce(days, '20/11/2026', '21/11/2026')
    await page.waitForURL(/from=2026-11-20&to=2026-11-21/)
  })

  test('a line that needs attention leads to its place and environment', async () => {
    const page = await scene.openAs('developer')
    await page.goto(scene.at(sandbox))
    await page.getByRole('link', { name: en('overview.attention.count', { count: 2 }) }).click()
    const lines = page.getByRole('region', { name: en('overview.attention.title') })
    await lines.getByText(en('overview.attention.text.webhook_failing')).waitFor()
    await lines.getByRole('link', { name: en('overview.attention.action.webhooks') }).click()
    await page.waitForURL(/\/console\/webhooks\/wh_/)
    await page.goBack()
    await page.getByRole('heading', { name: en('overview.first.title.live') }).waitFor()
    await lines.getByRole('link', { name: en('overview.attention.action.keys') }).click()
    await page.getByRole('heading', { name: en('frame.pages.keys') }).waitFor()
  })

  test('who may not open a place sees no way to it, and there that it is not for them', async () => {
    const page = await scene.openAs('reviewer')
    await page.goto(scene.at(sandbox))
    const lines = page.getByRole('region', { name: en('overview.attention.title') })
    await lines.waitFor()
    await page.getByRole('link', { name: en('overview.attention.action.errors') }).waitFor()
    const elsewhere = anyOf(
      en('frame.pages.webhooks'),
      en('frame.pages.keys'),
      en('frame.pages.system'),
      en('overview.attention.action.webhooks'),
      en('overview.attention.action.keys'),
    )
    assert.equal(await page.getByRole('link', { name: elsewhere }).count(), 0)
    await goWithin(page, scene.at('/keys'))
    await page.getByText(en('frame.forbidden.title')).waitFor()
  })

  // Last, because it adds a verification to those that the others count.
  test('it is read again while it is open, and keeps its content meanwhile', async () => {
    const page = await scene.openAs('administrator', { isNew: true })
    await page.clock.install()
    await page.goto(scene.at(sandbox))
    await clickButton(page, `${en('overview.chart.showTable')}, ${en('overview.volume.title')}`)
    const table = page.getByRole('table', { name: en('overview.volume.title') })
    await table.waitFor()
    await page.evaluate("document.querySelector('table').setAttribute('data-marked', '')")
    await verifyInSandbox(scene)
    await page.clock.runFor(31_000)
    await figure(page, en('overview.figures.submitted')).getByText('4', { exact: true }).waitFor()
    assert.equal(await page.locator('table[data-marked]').count(), 1)
  })
})

test(
  'an appliance that nobody used yet reads well in each language, and says where to begin',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const open = () => scene.openAs('developer')
    await walkPage({ open, address: scene.at('/overview') })
    const page = await scene.openAs('developer')
    await page.goto(scene.at('/overview'))
    const begin = page.getByRole('link', { name: en('overview.first.key.action') })
    await begin.waitFor()
    const chart = anyOf(en('overview.volume.label'), en('overview.times.label'))
    assert.equal(await page.getByRole('img', { name: chart }).count(), 0)
    await begin.click()
    await page.getByRole('heading', { name: en('frame.pages.keys') }).waitFor()
    assert.equal(
      await page.getByRole('radio', { name: en('frame.environment.sandbox') }).isChecked(),
      true,
    )
    const reviewer = await scene.openAs('reviewer')
    await reviewer.goto(scene.at('/overview'))
    const first = reviewer.getByRole('region', { name: en('overview.first.title.live') })
    await first.getByText(en('overview.first.others')).waitFor()
    assert.equal(await first.getByRole('link').count(), 0)
  },
)
