// Each write of the console with its network cut, and a list of them that is held against the source.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutConfirmation, cutNetwork, keepSecret } from './cut-network.ts'
import { cutIn, notCut } from './cut-network-places.ts'
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
    await page.getByRole('alert').getByText(en('frame.signOutFailed')).waitFor()
    await page.getByRole('heading', { name: en('frame.pages.overview') }).waitFor()
    await page.context().setOffline(false)
    await clickButton(page, en.like('frame.account'))
    await signOut.click()
    await page.getByRole('heading', { name: en('signIn.signIn.title') }).waitFor()
  },
)
