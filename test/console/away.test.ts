import { test } from 'node:test'
import { withoutChromium } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

const options = { skip: withoutChromium }

test('a page whose script does not arrive says so, and comes when it does', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/account'))
  await page.getByRole('heading', { name: 'My account' }).waitFor()
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('link', { name: 'System' }).click()
  await page.getByText('This page failed to load').waitFor()
  await page.getByRole('navigation').waitFor()
  await assertSound(page, 'a page that did not arrive')
  await page.unroute('**/assets/**')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByRole('heading', { name: 'System' }).waitFor()
})
