import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { databaseFile } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { listAuditEntries } from '../../server/audit/audit-view.ts'
import { recordAudit } from '../../server/audit/record-audit.ts'
import { openConnection } from '../../server/db/sqlite/connection.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { createKey } from '../../server/keys/create-key.ts'
import { newKey } from '../support/api-key.ts'
import { addUser, openConsole } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { interceptRequests } from './page-requests.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const verificationId = `ver_${'0'.repeat(26)}`

test('the audit log reads well in each language, theme and width', options, async (t) => {
  const scene = await openLooked(t)
  const open = () => scene.openAs('auditor')
  const settle = (page: Page) => page.locator('summary').first().click()
  await walkPage({ open, address: scene.at('/audit'), settle })
})

test(
  'an auditor finds who accessed what, follows the links they may follow, and exports what the filter shows',
  options,
  async (t) => {
    const scene = await openLooked(t)
    const page = await scene.openAs('auditor')
    await page.goto(scene.at('/audit'))
    const look = page.getByRole('row', { name: en('audit.action.verification.images_viewed') })
    await look.getByRole('cell', { name: /^The reviewer/ }).waitFor()
    assert.equal(await look.getByRole('link').count(), 1, 'the way to the verification')
    await look.locator('summary').click()
    await look.getByText(en('audit.image.selfie'), { exact: true }).waitFor()

    const created = en('audit.action.key.created')
    await page
      .getByRole('combobox', { name: en('audit.column.action') })
      .fill(created.slice(0, -1).toLowerCase())
    await page.getByRole('option', { name: created }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/action=key\.created/)
    await page
      .getByRole('row', { name: en('audit.action.verification.images_viewed') })
      .waitFor({ state: 'detached' })
    await exportAs(page, 'csv', /^\uFEFFsequence,at,/)
    const lines = (await exportAs(page, 'json', /^\{"id":"aud_/)).trim().split('\n')
    const entries = await listAuditEntries(
      scene.appliance.db.reader,
      { action: 'key.created' },
      { limit: 50, after: undefined },
    )
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      entries.map(({ id }) => id).toReversed(),
    )

    await page
      .getByRole('row', { name: /Core banking/ })
      .getByRole('link')
      .click()
    await page.waitForURL(/\/console\/keys\?id=key_/)
    await page.getByText(en('frame.list.only')).waitFor()
    await page.goBack()
    await page.waitForURL(/action=key\.created/)
  },
)

test(
  'days and subjects filter; what is no id or action says so; nothing found offers the whole log (long)',
  options,
  async (t) => {
    const scene = await openLooked(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/audit?actor=Awa&action=user.flew'))
    await page.getByText(en('audit.filter.wrongAction')).waitFor()
    await page.getByText(en('audit.filter.wrongId')).waitFor()
    await page.goto(scene.at(`/audit?subject=${verificationId}&from=2026-11-21&to=2026-11-21`))
    await page.getByRole('row', { name: en('audit.action.verification.images_viewed') }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await page.getByLabel(en('audit.column.subject')).fill('Awa Diop')
    await page.keyboard.press('Enter')
    await page.getByText(en('audit.filter.wrongId')).waitFor()
    await page.getByLabel(en('audit.filter.to'), { exact: true }).fill('2026-11-20')
    await page.getByText(en('audit.empty')).waitFor()
    // The hundred actions to choose from are drawn with the list that shows them.
    assert.equal(await page.locator('[role=option]').count(), 0)
    await assertSound(page, 'nothing found')
    await clickButton(page, en('audit.showAll'))
    const tries = page.getByRole('row', { name: en('audit.tried') })
    await tries
      .getByRole('cell', { name: en('audit.outcome.failed') })
      .first()
      .waitFor()
    await page
      .getByRole('row', { name: en('audit.passwordAccepted') })
      .first()
      .waitFor()
    assert.equal(new URL(page.url()).search, '')
  },
)

test(
  'an export is described in words: its format, its purpose and its filters (long)',
  options,
  async (t) => {
    const scene = await openLooked(t)
    await inTransaction(scene.appliance.db, (trx) =>
      recordAudit(scene.appliance, trx, {
        by: fromCommandLine,
        action: 'verification.exported',
        details: {
          ...{ format: 'csv', separator: 'semicolon', personal: true, reason: 'customer_request' },
          filters: ['status:declined', 'country:SN', 'reason:name_mismatch', 'external_ref'],
        },
      }),
    )
    const page = await scene.openAs('auditor')
    await page.goto(scene.at('/audit?action=verification.exported'))
    await page.locator('summary').click()
    for (const said of [
      en('frame.csv.semicolon'),
      en('audit.accessReason.customer_request'),
      [
        filter('status', en('labels.status.declined')),
        filter('country', 'Senegal'),
        filter('reason', en('verifications.list.reason.name_mismatch')),
        en('audit.filters.reference'),
      ].join(' · '),
    ]) {
      await page.getByText(said, { exact: true }).waitFor()
    }
    await assertSound(page, 'an export')
  },
)

test(
  'an export of the log stops when somebody else has signed in meanwhile (long)',
  options,
  async (t) => {
    const scene = await openLooked(t)
    const page = await scene.openAs('auditor')
    let downloads = 0
    page.on('download', () => {
      downloads += 1
    })
    await page.goto(scene.at('/audit'))
    const other = page.getByRole('button', { name: en('frame.account', { name: 'Somebody else' }) })
    await interceptRequests(page, '**/audit/export', async (route) => {
      // As after a sign-in in another tab.
      await interceptRequests(page, '**/console/api/me', async (asked) => {
        const response = await asked.fetch()
        const { data } = await response.json()
        const user = { ...data.user, id: `usr_${'0'.repeat(26)}`, name: 'Somebody else' }
        await asked.fulfill({ response, json: { data: { ...data, user } } })
      })
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
      await other.waitFor()
      // The page that asked is gone.
      await route.continue().catch(() => {})
    })
    await clickButton(page, en('audit.export.open'))
    await clickButton(page, en('audit.export.action'))
    await other.waitFor()
    await page.getByRole('heading', { name: en('frame.pages.overview') }).waitFor()
    assert.equal(downloads, 0)
  },
)

test('verifying says that the chain is whole, and where it is not (long)', options, async (t) => {
  const scene = await openLooked(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/audit'))
  await clickButton(page, en('audit.verify.open'))
  const dialog = page.getByRole('dialog')
  await clickButton(dialog, en('audit.verify.open'))
  await dialog.getByText(en('audit.verdict.whole')).waitFor()
  await dialog.getByText(en.like('audit.verdict.upTo')).waitFor()
  await assertSound(page, 'a whole chain')
  const head = (await dialog.locator('code').innerText()).trim()
  await dialog.getByLabel(en('audit.verify.head')).fill('nonsense')
  await clickButton(dialog, en('audit.verify.again'))
  await dialog.getByText(en('audit.verify.wrongHead')).waitFor()
  // To be corrected.
  assert.equal(await dialog.getByLabel(en('audit.verify.head')).inputValue(), 'nonsense')
  await dialog.getByLabel(en('audit.verify.head')).fill(head)
  await page.keyboard.press('Enter')
  await dialog.getByText(en('audit.verdict.compared')).waitFor()

  tamperWith(scene, 3)
  await page.keyboard.press('Escape')
  await clickButton(page, en('audit.verify.open'))
  await dialog.getByText(en('audit.verdict.whole')).waitFor()
  await clickButton(dialog, en('audit.verify.again'))
  await dialog.getByText(en('audit.verdict.broken', { sequence: '3' })).waitFor()
  await dialog.getByText(en('audit.fault.edited', { sequence: '3' })).waitFor()
  await assertSound(page, 'a broken chain')
})

/** A named key, a failed sign-in, and a reviewer who looked at images. */
async function openLooked(t: TestContext): Promise<BrowserScene> {
  const scene = await openBrowserScene(t)
  const { appliance } = scene
  await createKey(appliance, fromCommandLine, newKey({ name: 'Core banking' }))
  const reviewer = await addUser(appliance, 'reviewer')
  await openConsole(scene.server).signIn('reviewer@bank.example', 'not the password')
  await inTransaction(appliance.db, async (trx) => {
    const actor = { kind: 'user', id: reviewer.id } as const
    await recordAudit(appliance, trx, {
      by: { actor, clientAddress: '10.0.0.7', requestId: undefined },
      action: 'verification.images_viewed',
      subject: { kind: 'verification', id: verificationId },
      details: { image: 'selfie', size: 'full' },
    })
  })
  return scene
}

function filter(column: 'status' | 'country' | 'reason', value: string): string {
  return en('audit.filters.set', { filter: en(`verifications.list.columns.${column}`), value })
}

/** @returns what the saved file holds */
async function exportAs(page: Page, form: 'csv' | 'json', begins: RegExp): Promise<string> {
  // Not the button that stops the last one.
  await page.getByRole('button', { name: en('audit.export.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en(`audit.export.label.${form}`)).check()
  await assertSound(page, 'export dialog')
  const saved = page.waitForEvent('download')
  await clickButton(dialog, en('audit.export.action'))
  const text = await readFile(await (await saved).path(), 'utf8')
  assert.match(text, begins)
  await dialog.waitFor({ state: 'detached' })
  return text
}

/** What somebody with the file and without the master key can do. */
function tamperWith({ appliance }: BrowserScene, sequence: number): void {
  const raw = openConnection(databaseFile(appliance.config))
  raw.exec('drop trigger audit_entries_are_not_changed')
  raw.exec(`update audit_entries set outcome = 'denied' where sequence = ${sequence}`)
  raw.close()
}
