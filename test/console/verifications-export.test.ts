import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { goodPassword } from '../support/console-client.ts'
import { withoutChromium } from './browser.ts'
import { keepOfEachKind, openList } from './list-scene.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

const options = { skip: withoutChromium }

test(
  'a list is exported as it is filtered, and personal data only for a purpose by the signed-in user',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    const page = await openList(scene, '?status=declined')
    await page.getByRole('button', { name: 'Export list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
    await dialog.getByText('that match the filter').waitFor()
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export list' }).click()
    const file = await saved
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(file.suggestedFilename(), /^verifications-live-\d{4}-\d\d-\d\d\.csv$/)
    assert.ok(lines.length > 1)
    assert.ok(lines.slice(1).every((line) => line.includes(',declined,')))
    await page.getByText(`File saved. ${lines.length - 1} row`).waitFor()
    await exportPersonally(scene, page)
  },
)

/** With a purpose and a fresh proof, and not without. */
async function exportPersonally(scene: BrowserScene, page: Page): Promise<void> {
  await verifyInSandbox(scene, { last_name: 'Teranga' })
  await page.goto(scene.at('/verifications?environment=sandbox'))
  await page.getByText('1 verification', { exact: true }).waitFor()
  scene.clock.advance(6 * 60_000)
  await page.getByRole('button', { name: 'Export list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export as CSV' })
  await dialog.getByLabel('With personal data').check()
  await dialog.getByRole('button', { name: 'Export list' }).click()
  await dialog.getByText('Choose a purpose for the personal data.').waitFor()
  await assertSound(page, 'export of personal details')
  await dialog.getByLabel('Purpose').selectOption('Audit')
  await dialog.getByRole('button', { name: 'Export list' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.waitFor()
  await assertSound(page, 'the proof, above what was asked')
  assert.equal(await page.getByText('Exporting verifications').count(), 0, 'nothing runs yet')
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel('Purpose').inputValue(), 'audit', 'all is as it was')
  await dialog.getByLabel('Semicolon (;)').check()
  await dialog.getByRole('button', { name: 'Export list' }).click()
  await proof.waitFor()
  const saved = page.waitForEvent('download')
  await proveIn(page)
  assert.match(await readFile(await (await saved).path(), 'utf8'), /^\uFEFFid;.*;Teranga;/s)
  await dialog.waitFor({ state: 'detached' })
}

async function proveIn(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Confirm' }).click()
}
