import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page, Route } from 'playwright'
import type { UsageSummaryJson } from '../../server/api/usage/usage-api.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { recordUsage } from '../../server/usage/record-usage.ts'
import { recountUsage } from '../../server/usage/recount-usage.ts'
import { runSvc } from '../cli/memory-shell.ts'
import { call } from '../support/api-client.ts'
import { newKey } from '../support/api-key.ts'
import { en } from '../support/console-words.ts'
import { aRetrieval, at, aVerify, record } from '../support/usage.ts'
import { typeAtOnce } from './at-once.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, chooseLanguage, isQuiet, walkPage } from './walk.ts'

const november = '/usage?period=own&from=2026-11-01&to=2026-11-20'
const span = ['--from', '2026-11-01', '--to', '2026-11-21']

test('usage reads well in each language, theme and width', options, async (t) => {
  const scene = await openUsed(t)
  const open = async () => {
    const page = await scene.openAs('auditor')
    await page.route('**/console/api/usage/summary?*', answerMillions)
    return page
  }
  const settle = async (page: Page) => {
    await page.locator('svg[role=img] rect + rect').first().waitFor()
    await page
      .getByText(/^123[.,]456[.,]789$/)
      .first()
      .waitFor()
    await page
      .getByText(/^12[.,]345[.,]678$/)
      .first()
      .waitFor()
  }
  await walkPage({ open, address: scene.at(november), settle })
})

test(
  'the page, the API and svc usage show the same numbers, and their files are the same',
  options,
  async (t) => {
    const scene = await openUsed(t)
    const page = await scene.openAs('auditor')
    await page.goto(scene.at(november))
    for (const grouping of ['day', 'type', 'api_key'] as const) {
      await page.getByText(en(`usage.by.${grouping}`), { exact: true }).click()
      const asked = grouping === 'api_key' ? 'key' : grouping
      const told = await svc(scene, ['--group-by', asked, '--env', 'live', '--json'])
      const summary: UsageSummaryJson = JSON.parse(told)
      const rest = `${scene.url}/usage/summary?group_by=${grouping}&from=2026-11-01&to=2026-11-21`
      assert.deepEqual((await call(rest, { key: scene.liveKey })).data, summary)
      await page.getByRole('columnheader', { name: en(`usage.group.${grouping}`) }).waitFor()
      await isQuiet(page)
      assert.deepEqual(await numbersOf(page), numbersIn(summary))
      const saved = page.waitForEvent('download')
      await clickButton(page, en('usage.download'))
      await page.getByRole('menuitem', { name: `${en('frame.csv.comma')} (,)` }).click()
      const file = await readFile(await (await saved).path(), 'utf8')
      const lines = await svc(scene, ['--group-by', asked, '--env', 'live', '--csv'])
      assert.equal(file, `\uFEFF${lines}`)
    }
    assert.match(await page.getByRole('rowheader', { name: /^Core banking/ }).innerText(), /key_/)
  },
)

test(
  'each environment has figures of its own, and both stand apart in one table (long)',
  options,
  async (t) => {
    const scene = await openUsed(t)
    const page = await scene.openAs('developer')
    await page.goto(scene.at(november))
    const figures = () => page.locator('dl').first().locator('dd:nth-of-type(1)').allInnerTexts()
    await page.getByText(en('usage.chart.day')).waitFor()
    await isQuiet(page)
    const both = page.getByRole('table', { name: en('usage.both.title') })
    const linesOfBoth = async () =>
      (await both.locator('tbody').innerText())
        .replace(en('usage.both.chosen'), '')
        .replaceAll(/\s+/g, ' ')
    const live = `${en('frame.environment.live')} 1,202 1 1,203 1,203`
    const lines = `${live} ${en('frame.environment.sandbox')} 2 0 2 0`
    assert.deepEqual(await figures(), ['1,202', '1', '1,203', '1,203'])
    assert.deepEqual(await linesOfBoth(), lines)
    await page.goto(scene.at(`${november}&environment=sandbox`))
    await page.getByText(en('usage.chart.day')).waitFor()
    await isQuiet(page)
    assert.deepEqual(await figures(), ['2', '0', '2', '0'])
    assert.deepEqual(await linesOfBoth(), lines)
  },
)

test(
  'days without usage offer a way on, wrong days say so, and counters that differ are reported (long)',
  options,
  async (t) => {
    const scene = await openUsed(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/usage?period=own&from=2025-01-01&to=2025-01-31'))
    await page.getByText(en('usage.empty.live')).waitFor()
    await assertSound(page, 'without usage')
    await page.getByLabel(en('overview.period.to'), { exact: true }).fill('2024-12-31')
    await page.getByText(en('overview.period.fault.order')).waitFor()
    const days = page.getByRole('group', { name: en('overview.period.label') }).getByRole('textbox')
    await typeAtOnce(days, '02/02/2025', '03/02/2025')
    await page.waitForURL(/from=2025-02-02&to=2025-02-03/)
    await clickButton(page, en('overview.period.this_month'))
    assert.equal(new URL(page.url()).search, '')

    const { appliance } = scene
    await appliance.db.write((trx) =>
      trx.updateTable('usage_counters').set({ quantity: 7 }).execute(),
    )
    await recountUsage(appliance, { from: 0 })
    await page.goto(scene.at(november))
    const alarm = page.getByRole('alert').filter({ hasText: en.like('usage.recount.differs') })
    await alarm.getByText(en('usage.recount.which')).click()
    await alarm
      .getByText(en.like('usage.recount.difference', { counted: '1,200', summed: 7 }))
      .first()
      .waitFor()
    await assertSound(page, 'with sums that differ')
  },
)

test(
  'a day is typed day first, though the browser writes months first (long)',
  options,
  async (t) => {
    const scene = await openUsed(t)
    // The one that browsers write with the month first.
    const page = await scene.openAs('auditor', { locale: 'en-US' })
    await page.goto(scene.at(november))
    const field = page.getByLabel(en('overview.period.from'), { exact: true })
    assert.equal(await field.inputValue(), '01/11/2026')
    assert.equal(await field.getAttribute('placeholder'), en('frame.day.form'))
    await field.fill('31/02/2026')
    await page.keyboard.press('Tab')
    await page.getByText(en('frame.day.wrong')).waitFor()
    assert.match(page.url(), /from=2026-11-01/)
    await field.fill('2/11/2026')
    await page.waitForURL(/from=2026-11-02/)
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '02/11/2026')
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog')
    await calendar.getByRole('button', { name: /^2 nov/i }).waitFor()
    await assertSound(page, 'the calendar')
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
  },
)

const unfinished = [
  ['today', '/usage', '21 Nov', '21 Nov 2026'],
  [
    'today before its end',
    '/usage?period=own&from=2026-11-20&to=2026-11-25',
    '21 Nov',
    '21 Nov 2026',
  ],
  [
    'its month',
    '/usage?period=own&from=2026-08-01&to=2026-12-31',
    'November 2026',
    'November 2026',
  ],
] as const

test(
  'today and its month are named as unfinished, wherever they stand (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await record(scene.appliance.db, [aVerify({ nowMs: scene.clock.now() })])
    const page = await scene.openAs('auditor')
    for (const [what, address, row, bar] of unfinished) {
      await page.goto(scene.at(address))
      await page.getByText(en('usage.unfinished', { day: bar })).waitFor()
      const names = page.getByRole('rowheader', { name: en.like('overview.chart.dayUnfinished') })
      assert.deepEqual(
        await names.allInnerTexts(),
        [en('overview.chart.dayUnfinished', { day: row })],
        what,
      )
      await page.locator('svg rect[data-unfinished]').waitFor()
    }
  },
)

test(
  'the chart of days runs towards its end: today is right in English, left in Arabic (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await record(scene.appliance.db, [aVerify({ nowMs: scene.clock.now() })])
    const page = await scene.openAs('auditor')
    await page.goto(scene.at('/usage'))
    const partOfToday = async () => {
      const chart = await page.locator('svg[role=img]').boundingBox()
      const today = await page.locator('svg rect[data-unfinished]').boundingBox()
      assert.ok(chart !== null && today !== null)
      return (today.x - chart.x) / chart.width
    }
    assert.ok((await partOfToday()) > 0.9)
    await chooseLanguage(page, 'ar')
    assert.ok((await partOfToday()) < 0.1)
  },
)

/** Three days of live usage by a named key, and a little of the sandbox. */
async function openUsed(t: TestContext): Promise<BrowserScene> {
  const scene = await openBrowserScene(t)
  const { appliance } = scene
  const { key } = await createKey(appliance, fromCommandLine, newKey({ name: 'Core banking' }))
  const first = { nowMs: at('2026-11-01T00:00:00Z'), apiKeyId: key.id }
  const last = { nowMs: at('2026-11-20T23:59:59.999Z'), apiKeyId: key.id }
  const sandbox = { ...first, environment: 'sandbox' } as const
  await record(appliance.db, [
    aVerify(first),
    aRetrieval(first),
    aVerify({ nowMs: at('2026-11-10T12:00:00Z') }),
    aVerify(sandbox),
    aVerify({ ...sandbox, nowMs: last.nowMs }),
  ])
  await inTransaction(appliance.db, async (trx) => {
    for (let event = 0; event < 1200; event += 1) await recordUsage(trx, aVerify(last))
  })
  return scene
}

/** Days of eight digits and totals of nine, which must stay in their boxes. */
async function answerMillions(route: Route): Promise<void> {
  const response = await route.fetch()
  const { data } = await response.json()
  const items = withQuantity(data.items, '12345678')
  const totals = withQuantity(data.totals, '123456789')
  await route.fulfill({ response, json: { data: { ...data, items, totals } } })
}

function withQuantity(counted: object, quantity: string): object {
  return JSON.parse(JSON.stringify(counted).replace(/(?<=quantity":)[1-9]\d*/g, quantity))
}

/** The same installation, seen from the command line. */
async function svc({ dataDir, clock }: BrowserScene, more: readonly string[]): Promise<string> {
  const env = {
    SVC_DATA_DIR: join(dataDir, 'appliance'),
    SVC_MASTER_KEY_FILE: join(dataDir, 'master.key'),
  }
  const { out, err, status } = await runSvc(['usage', ...span, ...more], { env, clock })
  assert.equal(status, 0, err)
  return out
}

async function numbersOf(page: Page): Promise<readonly (readonly number[])[]> {
  const lines = page.getByRole('table', { name: en('usage.table.title') })
  const rows = await lines.getByRole('row').all()
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()))
  return cells.map((row) => row.map((text) => Number(text.replaceAll(',', ''))))
}

/** As the table has them: groups that saw something, and the sum below. */
function numbersIn({ items, totals }: UsageSummaryJson): readonly (readonly number[])[] {
  return [...items.filter(({ events }) => events > 0), totals].map((one) => [
    one.by_type['kyc.verify'].quantity,
    one.by_type['score.get'].quantity,
    one.quantity,
    one.billable_quantity,
  ])
}
