import { test } from 'node:test'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { interceptRequests } from './page-requests.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

test(
  'a page whose script or data does not arrive says so, and comes when it does (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    scene.forgive()
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/account'))
    await page.getByRole('heading', { name: en('frame.pages.account') }).waitFor()
    await interceptRequests(page, '**/assets/**', (route) => route.abort())
    await page.getByRole('link', { name: en('frame.pages.system') }).click()
    await page.getByText(en('frame.broken.title')).waitFor()
    await page.getByRole('navigation').waitFor()
    await assertSound(page, 'a page that did not arrive')
    await page.unroute('**/assets/**')
    await clickButton(page, en('frame.broken.reload'))
    await page.getByRole('heading', { name: en('frame.pages.system') }).waitFor()
    await interceptRequests(page, '**/console/api/approvals*', (route) => route.abort())
    await page.getByRole('link', { name: en('frame.pages.approvals') }).click()
    // Of a read, nothing can have been carried out.
    await page.getByText(en('errors.unreachable.read')).waitFor()
    await page.unroute('**/console/api/approvals*')
    const busy = { error: { code: 'unavailable', message: 'The appliance is busy.' } }
    await interceptRequests(page, '**/console/api/approvals*', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '7' }, json: busy }),
    )
    await clickButton(page, en('errors.retry'))
    await page.getByText(en('errors.rate_limited.text', { count: 7 }), { exact: true }).waitFor()
    await page.unroute('**/console/api/approvals*')
    await clickButton(page, en('errors.retry'))
    await page.getByText(en('approvals.empty.pending')).waitFor()
  },
)
