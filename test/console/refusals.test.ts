import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ar, fr } from '../support/console-words.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { chooseLanguage } from './walk.ts'

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
