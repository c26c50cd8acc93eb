// Each write of the console with its network cut, and a list of them that is held against the source.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutConfirmation, cutNetwork, keepSecret } from './cut-network.ts'
import { cutIn, notCut } from './cut-network-places.ts'
import { interceptRequests } from './page-requests.ts'
import { openBrowserScene } from './scene.ts'

test('every place of the console that sends something is known here', async () => {
  const folder = fileURLToPath(new URL('../../console', import.meta.url))
  const found: string[] = []
  for await (const path of glob('{api,frame,pages}/**/*.{ts,tsx}', { cwd: folder })) {
    const text = readFileSync(join(folder, path), 'utf8')
    if (path.startsWith('pages/developer/')) continue
    if (/\buseChange[<(]|method: '(POST|PATCH|DELETE)'/.test(text)) found.push(path)
  }
  const known = [...Object.keys(cutIn), ...Object.keys(notCut)]
  assert.deepEqual(found.toSorted(), known.toSorted())
})

test('keys: a cut network keeps what was chosen (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/keys'))
  await clickButton(page, en('keys.create.open'))
  const form = page.getByRole('dialog')
  await form.getByLabel(en('keys.columns.name')).fill('Core banking')
  await form.getByRole('checkbox', { name: 'kyc.read' }).check()
  await cutNetwork(page, {
    send: () => clickButton(form, en('keys.create.action')),
    isIntact: async () =>
      assert.equal(await form.getByLabel(en('keys.columns.name')).inputValue(), 'Core banking'),
    isDone: () => keepSecret(page, 'key'),
  })
  await clickButton(page, en('keys.rotate.openNamed', { name: 'Core banking' }))
  await form.getByLabel(en('keys.rotate.grace')).selectOption({ index: 1 })
  const grace = await form.getByLabel(en('keys.rotate.grace')).inputValue()
  await cutNetwork(page, {
    send: () => clickButton(form, en('keys.rotate.action')),
    isIntact: async () =>
      assert.equal(await form.getByLabel(en('keys.rotate.grace')).inputValue(), grace),
    isDone: () => keepSecret(page, 'key'),
  })
  await page
    .getByRole('button', { name: en('keys.revoke.openNamed', { name: 'Core banking' }) })
    .first()
    .click()
  await cutConfirmation(page, en('keys.revoke.action'))
})

test(
  'signing out: a failure on the first page is shown, and the session goes on',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/overview'))
    await clickButton(page, en.like('frame.account'))
    const signOut = page.getByRole('menuitem', { name: en('frame.signOut') })
    await signOut.waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await signOut.click()
    await saysThatSignOutFailed(page, 'overview')
    await page.context().setOffline(false)
    await clickButton(page, en.like('frame.account'))
    await signOut.click()
    await page.getByRole('heading', { name: en('signIn.signIn.title') }).waitFor()
  },
)

/** A window that was used before may have kept scripts that this page did not load. */
const afresh = { isNew: true }

test(
  'signing out: another page shows a failure though its menu was not opened before, and an error of the server',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('administrator', afresh)
    await page.goto(scene.at('/keys'))
    await page.getByRole('heading', { name: en('frame.pages.keys') }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await clickButton(page, en.like('frame.account'))
    const signOut = page.getByRole('menuitem', { name: en('frame.signOut') })
    await signOut.click()
    await saysThatSignOutFailed(page, 'keys')
    await page.context().setOffline(false)
    await page.getByRole('alert').getByRole('button').click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const broken = { error: { code: 'internal_error', message: 'Something broke.' } }
    await interceptRequests(page, '**/console/api/sign-out', (route) =>
      route.fulfill({ status: 500, json: broken }),
    )
    await clickButton(page, en.like('frame.account'))
    await signOut.click()
    await saysThatSignOutFailed(page, 'keys')
  },
)

test('signing out from the palette: a failure on the first page is shown', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  const page = await scene.openAs('administrator', afresh)
  await page.goto(scene.at('/overview'))
  await clickButton(page, en('frame.pages.palette'))
  const search = page.getByRole('combobox', { name: en('palette.label') })
  await search.fill(en('palette.commands.signOut'))
  const signOut = page.getByRole('option', { name: en('palette.commands.signOut') })
  await signOut.waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await signOut.click()
  await saysThatSignOutFailed(page, 'overview')
})

async function saysThatSignOutFailed(page: Page, name: 'overview' | 'keys'): Promise<void> {
  await page.getByRole('alert').getByText(en('frame.signOutFailed')).waitFor()
  await page.getByRole('heading', { name: en(`frame.pages.${name}`) }).waitFor()
}
