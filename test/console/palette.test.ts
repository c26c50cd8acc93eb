// The command palette by keyboard alone: pages, commands, and ids as lists shorten them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: en('palette.label') })
  await search.and(page.locator(':focus')).waitFor()
  return search
}

test(
  'a page is opened by a part of its name, and its own commands are offered',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('reviewer')
    await page.goto(scene.at('/reviews'))
    await page.getByRole('heading', { name: en('frame.pages.reviews') }).waitFor()
    const search = await openPalette(page)
    await page.getByRole('option', { name: en('reviews.takeNext') }).waitFor()
    assert.equal(await page.getByRole('option', { name: en('frame.pages.keys') }).count(), 0)
    await assertSound(page, 'the palette')
    const second = page.getByRole('option').nth(1)
    await page.keyboard.press('ArrowDown')
    await second.and(page.locator('[aria-selected=true]')).waitFor()
    const announced = await search.getAttribute('aria-activedescendant')
    assert.equal(announced, await second.getAttribute('id'))
    await search.fill('VERIF')
    await page.getByRole('option', { name: en('frame.pages.verifications'), exact: true }).waitFor()
    await page.locator('[role=option][aria-selected=true]').waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: en('frame.pages.verifications'), exact: true })
      .waitFor()
    await search.waitFor({ state: 'detached' })
  },
)

test(
  'a key is found by the end of its id and opened alone, and a command changes the environment (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/webhooks'))
    await clickButton(page, en('frame.pages.palette'))
    const search = page.getByRole('combobox', { name: en('palette.label') })
    await search.fill(en('palette.commands.sandbox'))
    await page.getByRole('option', { name: en('palette.commands.sandbox') }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-environment=sandbox]').waitFor()
    await openPalette(page)
    const keys = scene.appliance.db.reader.selectFrom('api_keys').select('id')
    const { id } = await keys.executeTakeFirstOrThrow()
    await search.fill(id.slice(-4))
    await page.getByRole('option', { name: id.slice(-4) }).waitFor()
    await search.fill('zzzz')
    await page.getByText(en('palette.empty')).waitFor()
    await search.fill(id.slice(-4))
    await page.getByRole('option', { name: id.slice(-4) }).click()
    await page.waitForURL(new RegExp(`/keys\\?id=${id}`))
    await page.getByText(en('frame.list.only')).waitFor()
    await page.locator(`[data-row-link="${id}"]`).waitFor()
    assert.equal(await page.locator('[data-row-link]').count(), 1)
    await clickButton(page, en('frame.list.all'))
    await page.getByText(en('frame.list.only')).waitFor({ state: 'detached' })
  },
)
