// Long: every screen as each role. overview.test.ts opens one that is not for its role.

// The screens as roles see them: what the navigation offers opens and loads, and what it does not offer says that
// it is not for this role, and asks the server for nothing that it would refuse.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { type Role, roles } from '../../server/users/role.ts'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { goWithin } from './go-within.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, isQuiet } from './walk.ts'

test(
  'each role opens what it is offered, and sees why it cannot open the rest',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const byRole = await offeredToEach(scene)
    const all = new Set([...byRole.values()].flatMap(({ paths }) => paths))
    assert.ok(all.size > 0)
    for (const [role, { page, paths }] of byRole) {
      const refused: string[] = []
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
      })
      const rest = [...all].filter((path) => !paths.includes(path))
      // In turn, so that what the last page said has gone.
      for (const [index, path] of rest.entries()) {
        await followLink(page, String(paths[index % paths.length]))
        await comeBackTo(page, path)
      }
      for (const path of paths.slice(rest.length)) await followLink(page, path)
      const [typed] = rest
      if (typed !== undefined) {
        await page.goto(new URL(typed, page.url()).href)
        await page.getByText(notForThem).waitFor()
        await isQuiet(page)
        if (role === 'developer') await assertSound(page, `${typed} as ${role}`)
      }
      assert.deepEqual(refused, [], role)
    }
  },
)

async function offered(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation').getByRole('link')
  await links.first().waitFor()
  return Promise.all(
    (await links.all()).map(async (link) => String(await link.getAttribute('href'))),
  )
}

async function offeredToEach(scene: BrowserScene) {
  const byRole = new Map<Role, { readonly page: Page; readonly paths: readonly string[] }>()
  for (const role of roles) {
    const page = await scene.openAs(role)
    await page.goto(scene.at('/account'))
    byRole.set(role, { page, paths: await offered(page) })
  }
  return byRole
}

/** As whoever is offered it goes there. */
async function followLink(page: Page, path: string): Promise<void> {
  const link = page.getByRole('navigation').locator(`a[href="${path}"]`)
  await link.click()
  await link.and(page.locator('[aria-current=page]')).waitFor()
  await isQuiet(page)
  assert.equal(await page.getByText(notForThem).count(), 0, path)
}

/** As whoever comes back to an address that they were once offered: the console is not started anew. */
async function comeBackTo(page: Page, path: string): Promise<void> {
  await goWithin(page, path)
  await page.getByText(notForThem).waitFor()
  await isQuiet(page)
}

const notForThem = en('frame.forbidden.title')
