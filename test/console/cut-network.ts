// Cuts the network at each step of a write: while it is on its way, before it leaves, and not at all. What was
// chosen stays, the page says that nobody answered, and nothing is sent later by itself.

import assert from 'node:assert/strict'
import type { Page, Request, Route } from 'playwright'
import { en } from '../support/console-words.ts'
import { interceptRequests } from './page-requests.ts'

interface CutWrite {
  /** The last step, which sends it: by a button or a key. */
  readonly send: () => Promise<void>
  /** What was chosen or written is there as it was. Also while it is being sent. */
  readonly isIntact: () => Promise<unknown>
  /** The server has done it, and the page says so. */
  readonly isDone: () => Promise<unknown>
}

const writes = '**/console/api/**'

export async function cutNetwork(page: Page, write: CutWrite): Promise<void> {
  await cutOnItsWay(page, write)
  await cutBefore(page, write)
  await write.send()
  await write.isDone()
}

/** Nobody answers: Escape leads nowhere meanwhile. Then the connection breaks. */
async function cutOnItsWay(page: Page, { send, isIntact }: CutWrite): Promise<void> {
  const held = Promise.withResolvers<Route>()
  await interceptRequests(page, writes, (route) =>
    isWrite(route.request()) ? held.resolve(route) : route.continue(),
  )
  await send()
  const route = await held.promise
  // Nobody presses Escape before the page has drawn that it is sending.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  )
  const address = page.url()
  await page.keyboard.press('Escape')
  await isIntact()
  assert.equal(page.url(), address)
  await route.abort('connectionreset')
  await page.unroute(writes)
  await saysThatNobodyAnswers(page)
  await isIntact()
}

/** The browser has no network: it says so at once, and sends nothing when the network is back. */
async function cutBefore(page: Page, { send, isIntact }: CutWrite): Promise<void> {
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', isWrite)
  await send()
  await failed
  await saysThatNobodyAnswers(page)
  await isIntact()
  const sent: string[] = []
  const note = (request: Request) => {
    if (isWrite(request)) sent.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', note)
  await page.context().setOffline(false)
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 50))`)
  page.off('request', note)
  assert.deepEqual(sent, [])
  await isIntact()
}

/** A dialog that asks once more before it does something; it closes when that is done. */
export function cutConfirmation(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: action, exact: true })
  return cutNetwork(page, {
    send: () => button.click(),
    isIntact: () => button.waitFor(),
    isDone: () => dialog.waitFor({ state: 'detached' }),
  })
}

/** Of a secret that is shown once. */
export async function keepSecret(page: Page, what: 'key' | 'secret'): Promise<void> {
  const words = what === 'key' ? 'keys.shown' : 'webhooks.secret'
  await page.getByLabel(en(`${words}.kept`)).check()
  await page.getByRole('button', { name: en(`${words}.done`), exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

function saysThatNobodyAnswers(page: Page): Promise<void> {
  return page
    .getByRole('alert')
    .filter({ hasText: en('errors.unreachable.title') })
    .first()
    .waitFor()
}

/** The request for personal data is a read; the page sends it by itself while a review is claimed. */
function isWrite(request: Request): boolean {
  const url = request.url()
  return request.method() !== 'GET' && url.includes('/console/api/') && !url.endsWith('/reveal')
}
