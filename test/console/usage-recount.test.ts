import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en, fr } from '../support/console-words.ts'
import { at, aVerify, record } from '../support/usage.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, isQuiet } from './walk.ts'

test(
  'an administrator recounts days, sees what differs, and repairs it (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { db } = scene.appliance
    await record(db, [aVerify({ nowMs: at('2026-11-10T12:00:00Z') })])
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/usage'))
    await isQuiet(page)
    await clickButton(page, en('usage.recount.open'))
    await chooseDay(page, '10/11/2026')
    await runRecount(page, 'recount.open')
    await page.getByText(en('usage.recount.result.same')).waitFor()
    await page.getByText(en('usage.recount.result.days', { count: 1, shown: '1' })).waitFor()

    await db.write((trx) => trx.updateTable('usage_counters').set({ quantity: 7 }).execute())
    await runRecount(page, 'recount.dialog.again')
    await page.getByText(en('usage.recount.result.toRepair')).waitFor()
    await assertSound(page, 'a recount that found differences')
    await page.keyboard.press('Escape')

    const alarm = page.getByRole('alert').filter({ hasText: en.like('usage.recount.differs') })
    await alarm.getByRole('button', { name: en('usage.recount.repairNow') }).click()
    const repair = page.getByLabel(en('usage.recount.dialog.repair'))
    assert.ok(await repair.isChecked())
    await runRecount(page, 'recount.dialog.again')
    await page.getByText(en.like('usage.recount.result.repaired')).waitFor()
    await page.getByText(en('frame.close'), { exact: true }).click()
    await alarm.waitFor({ state: 'detached' })
    await looksRight(scene)
    assert.equal(await mayRecount(scene), false, 'an auditor is not offered it')
  },
)

async function chooseDay(page: Page, day: string): Promise<void> {
  for (const end of ['from', 'to'] as const) {
    await page.getByLabel(en(`overview.period.${end}`), { exact: true }).fill(day)
    await page.keyboard.press('Tab')
  }
}

async function runRecount(
  page: Page,
  action: 'recount.open' | 'recount.dialog.again',
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: en('usage.recount.dialog.title') })
  await dialog.getByRole('button', { name: en(`usage.${action}`) }).click()
}

/** The dialog in French, in the dark, on a narrow screen; today is refused. */
async function looksRight(scene: BrowserScene): Promise<void> {
  const page = await scene.openAs('administrator', { locale: 'fr-SN' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(scene.at('/usage'))
  await isQuiet(page)
  await clickButton(page, fr('usage.recount.open'))
  await page.getByText(fr('usage.recount.dialog.text')).waitFor()
  await assertSound(page, 'the dialog in French, dark, narrow')
  const today = new Date(scene.clock.now()).toISOString().slice(0, 10)
  const typed = today.split('-').toReversed().join('/')
  await page.getByLabel(fr('overview.period.to'), { exact: true }).fill(typed)
  await page.getByText(fr('usage.recount.dialog.notOver')).waitFor()
  await page.context().close()
}

async function mayRecount(scene: BrowserScene): Promise<boolean> {
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/usage'))
  await isQuiet(page)
  return page.getByRole('button', { name: en('usage.recount.open') }).isVisible()
}
