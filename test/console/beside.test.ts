// What belongs together stands beside each other where a narrow window has room for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright'
import { fr } from '../support/console-words.ts'
import { fieldsOf } from '../support/scenes/operator-scene.ts'
import { options } from './browser.ts'
import { openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { assertFits, chooseLanguage } from './walk.ts'

test('both days of a span of deliveries, and both buttons of a key', options, async (t) => {
  const scene = await openBrowserScene(t)
  const developer = await signInDeveloper(scene)
  const webhook = { url: 'https://127.0.0.1:9443/svc', events: ['verification.completed'] }
  const { id } = await fieldsOf(developer.post('/webhooks', webhook), 201)
  const page = await scene.openAs('developer')

  await page.goto(scene.at(`/webhooks/${id}`))
  await chooseLanguage(page, 'fr')
  await page.setViewportSize({ width: 390, height: 800 })
  const days = [fr('webhooks.deliveries.from'), fr('webhooks.deliveries.to')]
  await areBeside(days.map((day) => page.getByRole('textbox', { name: day })))
  await assertFits(page, 'webhook')

  await page.goto(scene.at('/keys'))
  await page.setViewportSize({ width: 600, height: 800 })
  const buttons = [fr('keys.rotate.open'), fr('keys.revoke.open')]
  const row = page.getByRole('row').last()
  await areBeside(buttons.map((button) => row.getByText(button, { exact: true })))
  await assertFits(page, 'keys')
})

async function areBeside(elements: readonly Locator[]): Promise<void> {
  const tops = elements.map(async (element) => {
    await element.waitFor()
    return (await element.boundingBox())?.y
  })
  assert.equal(new Set(await Promise.all(tops)).size, 1)
}
