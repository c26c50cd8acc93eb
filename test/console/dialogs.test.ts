import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

/** Forms of different pages, each with a field and what a user types there. */
const forms = [
  {
    role: 'administrator',
    path: '/users',
    open: en('users.invite.open'),
    field: en('users.invite.email'),
    text: 'fatou@bank.example',
  },
  {
    role: 'developer',
    path: '/webhooks',
    open: en('webhooks.form.add'),
    field: en('webhooks.url'),
    text: 'https://bank.example/events',
  },
  {
    role: 'developer',
    path: '/keys',
    open: en('keys.create.open'),
    field: en('keys.columns.name'),
    text: 'Core banking',
  },
] as const

for (const { role, path, open, field, text } of forms) {
  test(`what was typed on ${path} is lost only if its user says so`, options, async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs(role)
    await page.goto(scene.at(path))
    await page.getByRole('button', { name: open }).first().click()
    const form = page.getByRole('dialog').first()
    const typed = form.getByLabel(field, { exact: true })
    await typed.fill(text)
    const question = page.getByRole('dialog', { name: en('frame.discard.title') })
    for (const close of [pressEscape, clickBeside, pressCross]) {
      await close(page)
      await question.getByText(en('frame.discard.text')).waitFor()
      if (close === clickBeside) await assertSound(page, `${path} question`)
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.equal(await typed.inputValue(), text)
    }
    await pressEscape(page)
    await clickButton(question, en('frame.discard.action'))
    await form.waitFor({ state: 'detached' })
  })
}

test(
  'a dialog in which nothing is typed closes at once, and Cancel always does',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/users'))
    const form = page.getByRole('dialog', { name: en('users.invite.title') })
    for (const close of [pressEscape, clickBeside]) {
      await clickButton(page, en('users.invite.open'))
      await form.getByLabel(en('users.invite.email')).fill('fatou')
      await form.getByLabel(en('users.invite.email')).fill('')
      await form.getByRole('radio', { name: en('frame.roles.auditor') }).check()
      await close(page)
      await form.waitFor({ state: 'detached' })
    }
    await clickButton(page, en('users.invite.open'))
    await form.getByLabel(en('users.invite.email')).fill('fatou')
    await clickButton(form, en('frame.cancel'))
    await form.waitFor({ state: 'detached' })
  },
)

async function pressEscape(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
}

async function clickBeside(page: Page): Promise<void> {
  await page.mouse.click(5, 400)
}

async function pressCross(page: Page): Promise<void> {
  await clickButton(page.getByRole('dialog').first(), en('frame.close'))
}
