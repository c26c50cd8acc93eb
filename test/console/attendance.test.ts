import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'

test('a page that nobody is at says so of what it reads by itself', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator', { isNew: true })
  await page.clock.install()
  await page.goto(scene.at('/users'))
  await page.getByRole('heading', { name: en('frame.pages.users') }).waitFor()

  const unattended = readOfUsers(page, 'yes')
  await page.clock.runFor(80_000)
  await unattended

  const attended = readOfUsers(page, undefined)
  await page.mouse.move(200, 200)
  await page.clock.runFor(20_000)
  await attended
})

/** Resolves with the next reading that says so, or does not. */
function readOfUsers(page: Page, unattended: 'yes' | undefined) {
  return page.waitForRequest(
    (request) =>
      request.url().includes('/console/api/users') &&
      request.headers()['svc-unattended'] === unattended,
  )
}
