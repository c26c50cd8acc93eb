import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { keepOfEachKind, openList } from './list-scene.ts'
import { holdBack } from './page-requests.ts'
import { openBrowserScene } from './scene.ts'

test(
  'rows of the former filter are pale, and not counted, until others come',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    await keepOfEachKind(scene)
    const page = await openList(scene)
    const count = page.getByRole('group', { name: en('frame.list.filter') }).getByRole('status')
    await count.waitFor()
    const passOn = await holdBack(page, /\/api\/verifications\?.*status=declined/)
    const status = en('verifications.list.columns.status')
    await page.getByRole('button', { name: status, exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: en('labels.status.declined') }).click()
    const former = page.locator('[data-former]')
    await former.waitFor()
    const paleness = "getComputedStyle(document.querySelector('tbody tr')).opacity"
    assert.equal(await page.evaluate(paleness), '0.4')
    assert.equal(await count.count(), 0)
    passOn()
    await former.waitFor({ state: 'detached' })
    await count.waitFor()
  },
)
