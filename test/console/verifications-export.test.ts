// Long: four looks with axe at one export; test/api/console/exports.test.ts has what it asks for and sends.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { goodPassword } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { keepOfEachKind, openList } from './list-scene.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

test(
  'a list is exported as it is filtered, and personal data only for a purpose by the signed-in user',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    const page = await openList(scene, '?status=declined')
    await clickButton(page, en('verifications.list.export.open'))
    const dialog = page.getByRole('dialog', { name: en('verifications.list.export.title') })
    await dialog.getByText(en.like('verifications.list.export.filtered.live')).waitFor()
    const saved = page.waitForEvent('download')
    await clickButton(dialog, en('verifications.list.export.open'))
    const file = await saved
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(file.suggestedFilename(), /^verifications-live-\d{4}-\d\d-\d\d\.csv$/)
    assert.ok(lines.length > 1)
    assert.ok(lines.slice(1).every((line) => line.includes(',declined,')))
    // The progress, which says the same, may still be fading.
    await page
      .getByRole('alert')
      .getByText(en.like('exports.verifications.rows', { shown: lines.length - 1 }))
      .waitFor()
    await exportPersonally(scene, page)
  },
)

/** With a purpose and a fresh proof, and not without. */
async function exportPersonally(scene: BrowserScene, page: Page): Promise<void> {
  await verifyInSandbox(scene, { last_name: 'Teranga' })
  await page.goto(scene.at('/verifications?environment=sandbox'))
  await page.getByText(en('verifications.list.count', { count: 1 }), { exact: true }).waitFor()
  scene.clock.advance(6 * 60_000)
  await clickButton(page, en('verifications.list.export.open'))
  const dialog = page.getByRole('dialog', { name: en('verifications.list.export.title') })
  await dialog.getByLabel(en('verifications.list.export.personal.label')).check()
  await clickButton(dialog, en('verifications.list.export.open'))
  await dialog.getByText(en('verifications.list.export.purposeMissing')).waitFor()
  await assertSound(page, 'export of personal details')
  await dialog.getByLabel(en('verifications.list.export.purpose')).selectOption('audit')
  await clickButton(dialog, en('verifications.list.export.open'))
  const proof = page.getByRole('dialog', { name: en('frame.proof.title') })
  await proof.waitFor()
  await assertSound(page, 'the proof, above what was asked')
  assert.equal(
    await page.getByText(en('exports.verifications.running')).count(),
    0,
    'nothing runs yet',
  )
  await page.keyboard.press('Escape')
  await proof.waitFor({ state: 'detached' })
  assert.equal(
    await dialog.getByLabel(en('verifications.list.export.purpose')).inputValue(),
    'audit',
    'all is as it was',
  )
  await dialog.getByLabel(`${en('frame.csv.semicolon')} (;)`).check()
  await clickButton(dialog, en('verifications.list.export.open'))
  await proof.waitFor()
  const saved = page.waitForEvent('download')
  await proveIn(page)
  assert.match(await readFile(await (await saved).path(), 'utf8'), /^\uFEFFid;.*;Teranga;/s)
  await dialog.waitFor({ state: 'detached' })
}

async function proveIn(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabel(en('frame.proof.label.password'), { exact: true })
    .fill(goodPassword)
  await clickButton(page, en('frame.proof.action'))
}
