import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyInSandbox } from '../api/verifications/sandbox-client.ts'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openBrowserScene } from './scene.ts'
import { walkPage } from './walk.ts'

const address = '/reports?environment=sandbox'

test(
  'a report reads well in each language, is narrowed to a market and exported',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await verifyInSandbox(scene, { sandbox_outcome: 'face_mismatch' })
    scene.clock.advance(24 * 60 * 60 * 1000)
    await verifyInSandbox(scene, { sandbox_outcome: 'provider_unreachable' })
    await verifyInSandbox(scene, { country: 'MA', id_type: 'passport', id_number: 'AB1234567' })
    await walkPage({ open: () => scene.openAs('lead'), address: scene.at(address) })
    const page = await scene.openAs('lead')
    await page.goto(scene.at(address))
    await page.getByRole('img', { name: en('reports.codes.declined.label') }).waitFor()
    const totals = page.getByRole('table', { name: en('reports.totals.title'), exact: true })
    const submitted = totals.getByRole('row').filter({ hasText: en('overview.figures.submitted') })
    await submitted.getByRole('cell', { name: '3', exact: true }).waitFor()
    await page.getByRole('combobox', { name: en('reports.market') }).selectOption('MA')
    await page.waitForURL(/country=MA/)
    await submitted.getByRole('cell', { name: '1', exact: true }).waitFor()
    await clickButton(page, en('reports.export.open'))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: en('reports.export.pdf') }).click(),
    ])
    assert.match(file.suggestedFilename(), /^report-sandbox-MA-.*\.pdf$/)
  },
)
