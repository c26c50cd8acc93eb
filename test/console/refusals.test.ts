import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ar, en, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { chooseLanguage, isQuiet } from './walk.ts'

test('what the server refuses is said in the language of the page', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/audit'))
  await chooseLanguage(page, 'fr')
  await page.goto(scene.at('/audit?cursor=x'))
  const alert = page.getByRole('alert').filter({ hasText: fr('errors.refused') })
  await alert.getByText(fr('refusals.cursorIsNotOneThatThis')).waitFor()
  assert.equal(await alert.locator('[lang=en]').count(), 0)
  await chooseLanguage(page, 'ar')
  await page.getByText(ar('refusals.cursorIsNotOneThatThis')).waitFor()
})

test('a form says what is wrong with a field in the language of the page', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/webhooks'))
  await chooseLanguage(page, 'ar')
  await page
    .getByRole('button', { name: ar('webhooks.form.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: ar('webhooks.form.add') })
  await form.getByLabel(ar('webhooks.url')).fill('https://user:word@hooks.example.com/svc#end')
  await page.keyboard.press('Enter')
  await form.getByText(ar('refusals.urlMustNotHoldAUser')).waitFor()
  await form.getByText(ar('refusals.urlMustNotHoldAFragment')).waitFor()
  assert.equal(await form.locator('[lang=en]').count(), 0)
})

test('a page that says what was refused is not taken away to be read again', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('administrator', { isNew: true })
  await page.clock.install({ time: scene.clock.now() })
  await page.goto(scene.at('/webhooks/wh_01m8918wz08avt6q80kyr6yvfy'))
  await page.getByRole('heading', { name: en('webhooks.deleted.title') }).waitFor()
  await isQuiet(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const others = page.waitForRequest('**/console/api/approvals/count')
  await page.clock.runFor(31_000)
  await others
  assert.deepEqual(
    asked.filter((path) => path.includes('/webhooks/')),
    [],
  )
})
