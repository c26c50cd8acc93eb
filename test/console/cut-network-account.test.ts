// Long: cuts the network at each step of a page's forms.

// The writes on one's own account with their network cut; cut-network.test.ts has the list of all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { goodPassword } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { codeOf } from '../support/scenes/console-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutConfirmation, cutNetwork } from './cut-network.ts'
import { openBrowserScene } from './scene.ts'

test('account: a cut network keeps what was typed', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  await scene.openAs('administrator')
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/account'))
  const others = page.getByRole('button', { name: en('account.sessions.endOthers') })
  await cutNetwork(page, {
    send: () => others.click(),
    isIntact: () => others.waitFor(),
    isDone: () => others.waitFor({ state: 'detached' }),
  })
  const current = page.getByLabel(en('account.password.current'))
  await current.fill(goodPassword)
  const next = 'umbrella-violin-glacier-tapestry'
  await page.getByLabel(en('signIn.fields.newPassword'), { exact: true }).fill(next)
  await page.getByLabel(en('signIn.fields.repeated')).fill(next)
  await cutNetwork(page, {
    send: () => clickButton(page, en('account.password.action')),
    isIntact: async () => assert.equal(await current.inputValue(), goodPassword),
    isDone: () => page.getByText(en('account.password.done')).waitFor(),
  })
  await setUpApp(page, scene.clock.now())
  await clickButton(page, en('account.codes.renew'))
  const renew = page.getByRole('dialog').getByRole('button', { name: en('account.codes.renew') })
  await cutNetwork(page, {
    send: () => renew.click(),
    isIntact: () => renew.waitFor(),
    isDone: () => keepCodes(page),
  })
  await page
    .getByRole('button', { name: en('account.factors.remove'), exact: true })
    .first()
    .click()
  await cutConfirmation(page, en('account.factors.removeAction'))
})

/** An app whose clock is the appliance's. */
async function setUpApp(page: Page, nowMs: number): Promise<void> {
  await clickButton(page, en('account.factors.add'))
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('code').first().innerText()).replaceAll(' ', '')
  const code = codeOf(secret, nowMs)
  const field = dialog.getByLabel(en('account.app.code'))
  await field.fill(code)
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('account.app.action')),
    isIntact: async () => assert.equal(await field.inputValue(), code),
    isDone: () => keepCodes(page),
  })
}

async function keepCodes(page: Page): Promise<void> {
  await page.getByLabel(en('account.codes.kept')).check()
  await clickButton(page, en('account.codes.action'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
