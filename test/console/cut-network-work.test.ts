// The writes on webhooks and reviews with their network cut; cut-network.test.ts has the list of all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { openReceiver } from '../api/webhooks/receiver.ts'
import { aFailedDelivery, keepDeliveries } from '../support/deliveries.ts'
import { withoutChromium } from './browser.ts'
import { cutConfirmation, cutNetwork, keepSecret } from './cut-network.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'

const options = { skip: withoutChromium }

test('webhooks: a cut network keeps what was chosen', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  const receiver = await openReceiver({ status: 204 })
  t.after(() => receiver.close())
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/webhooks'))
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Endpoint URL').fill(receiver.url)
  await cutNetwork(page, {
    send: () => dialog.getByRole('button', { name: 'Add endpoint' }).click(),
    isIntact: async () =>
      assert.equal(await dialog.getByLabel('Endpoint URL').inputValue(), receiver.url),
    isDone: () => keepSecret(page, 'secret'),
  })
  await page.getByRole('link', { name: receiver.url }).click()
  await changeWebhook(page, dialog)
  await replayWebhook(scene, page, dialog)
  await choose(page, 'Pause endpoint')
  await cutConfirmation(page, 'Pause endpoint')
  await choose(page, 'Delete endpoint')
  await cutConfirmation(page, 'Delete endpoint')
})

async function changeWebhook(page: Page, dialog: Locator): Promise<void> {
  await page.getByRole('button', { name: 'Edit endpoint' }).click()
  await dialog.getByLabel('Description').fill('Loans')
  await cutNetwork(page, {
    send: () => dialog.getByRole('button', { name: 'Save changes' }).click(),
    isIntact: async () =>
      assert.equal(await dialog.getByLabel('Description').inputValue(), 'Loans'),
    isDone: () => dialog.waitFor({ state: 'detached' }),
  })
  await page.getByRole('button', { name: 'Send test' }).click()
  await cutNetwork(page, {
    send: () => dialog.getByRole('button', { name: /^Send( another)? test$/ }).click(),
    isIntact: () => dialog.waitFor(),
    isDone: () => dialog.getByText('HTTP 204').waitFor(),
  })
  await page.keyboard.press('Escape')
  await choose(page, 'Rotate secret')
  await cutNetwork(page, {
    send: () => dialog.getByRole('button', { name: 'Rotate secret' }).click(),
    isIntact: () => dialog.getByText('New secret signs from').waitFor(),
    isDone: () => keepSecret(page, 'secret'),
  })
}

async function replayWebhook(scene: BrowserScene, page: Page, dialog: Locator): Promise<void> {
  const address = page.url()
  const id = address.slice(address.lastIndexOf('/') + 1)
  await page
    .getByRole('link', { name: /webhook\.test/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Replay delivery' }).click()
  await cutConfirmation(page, 'Replay delivery')
  const createdAt = scene.clock.now() - 60_000
  const failed = [aFailedDelivery(id, { createdAt }), aFailedDelivery(id, { createdAt })]
  await keepDeliveries(scene.appliance.db, ...failed)
  await page.goto(address)
  await page.getByRole('button', { name: 'Replay several' }).click()
  await dialog.getByRole('button', { name: 'Count deliveries' }).click()
  const replay = dialog.getByRole('button', { name: /^Replay \d deliver/ })
  await cutNetwork(page, {
    send: () => replay.click(),
    isIntact: () => dialog.waitFor(),
    isDone: () =>
      dialog.getByText('queued for replay').or(dialog.getByText('Delivery replayed')).waitFor(),
  })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('reviews: a cut network keeps what was chosen and written', options, async (t) => {
  const scene = await openReviewScene(t)
  scene.forgive()
  const [id, other] = [await scene.queued(), await scene.queued()]
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await claimAndRelease(page)
  await writeNoteAndFinding(page)
  await decide(page)
  await takeNext(page, other)
  await askForReview(scene, page)
})

async function claimAndRelease(page: Page): Promise<void> {
  const take = page.getByRole('button', { name: 'Claim review' })
  const back = page.getByRole('button', { name: 'Release' })
  const send = (button: Locator, done: Locator) =>
    cutNetwork(page, {
      send: () => button.click(),
      isIntact: () => page.getByRole('region', { name: 'Decision' }).waitFor(),
      isDone: () => done.waitFor(),
    })
  await send(take, back)
  await send(back, take)
}

async function writeNoteAndFinding(page: Page): Promise<void> {
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.fill('Called back twice.')
  await cutNetwork(page, {
    send: () => page.getByRole('button', { name: 'Save note' }).click(),
    isIntact: async () => assert.equal(await note.inputValue(), 'Called back twice.'),
    isDone: () => page.getByRole('listitem').filter({ hasText: 'Called back twice.' }).waitFor(),
  })
  await page.getByRole('button', { name: 'Add a finding' }).click()
  const finding = page.getByLabel('Finding', { exact: true })
  await finding.selectOption('portrait_differs')
  await cutNetwork(page, {
    send: () => page.getByRole('button', { name: 'Save finding' }).click(),
    isIntact: async () => assert.equal(await finding.inputValue(), 'portrait_differs'),
    isDone: () => page.getByRole('button', { name: 'Add a finding' }).waitFor(),
  })
}

/** A cut decision is looked over again before it is sent again. */
async function decide(page: Page): Promise<void> {
  await page.keyboard.press('y')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  const confirm = page.getByRole('radio', { name: /^Confirm the decision/, checked: true })
  const reason = page.getByRole('checkbox', { checked: true })
  await cutNetwork(page, {
    async send() {
      await page.keyboard.press('Control+Enter')
      await page.locator('button:focus', { hasText: 'Close review' }).waitFor()
      await page.keyboard.press('Enter')
    },
    async isIntact() {
      await confirm.waitFor()
      await reason.waitFor()
    },
    isDone: () => page.getByText('Review closed: decision confirmed.').waitFor(),
  })
}

async function takeNext(page: Page, nextId: string): Promise<void> {
  await cutNetwork(page, {
    send: () => page.keyboard.press('n'),
    isIntact: () => page.getByText('Review closed: decision confirmed.').waitFor(),
    isDone: () => page.waitForURL(`**/verifications/${nextId}**`),
  })
}

async function askForReview(scene: ReviewScene, page: Page): Promise<void> {
  await page.goto(scene.at(`/verifications/${await scene.verified()}?tab=review`))
  const ask = page.getByRole('button', { name: 'Add to review queue' })
  await cutNetwork(page, {
    send: () => ask.click(),
    isIntact: () => ask.waitFor(),
    isDone: () => page.getByRole('heading', { name: 'Reason for review' }).waitFor(),
  })
}
