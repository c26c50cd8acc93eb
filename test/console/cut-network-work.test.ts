// Long: cuts the network at each step of the longest forms.

// The writes on users, webhooks and reviews with their network cut; cut-network.test.ts has the list of all.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { openReceiver } from '../api/webhooks/receiver.ts'
import { en } from '../support/console-words.ts'
import { aFailedDelivery, keepDeliveries } from '../support/deliveries.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutConfirmation, cutNetwork, keepSecret } from './cut-network.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'

test('users: a cut network keeps what was chosen', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  await scene.openAs('reviewer')
  await scene.openAs('reviewer')
  await giveFactor(scene)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/users'))
  await clickButton(page, en('users.invite.open'))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en('users.invite.email')).fill('fatou@bank.example')
  const name = dialog.getByLabel(en('users.columns.name'), { exact: true })
  await name.fill('Fatou Ndiaye')
  await dialog.getByRole('radio', { name: en('frame.roles.auditor') }).check()
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('users.invitation.action')),
    isIntact: async () => assert.equal(await name.inputValue(), 'Fatou Ndiaye'),
    isDone: () => closeLink(dialog),
  })
  await clickButton(page, en('users.sessions.open', { count: 2, name: 'The reviewer' }))
  const endAll = dialog.getByRole('button', { name: en('users.sessions.endAll') })
  await cutNetwork(page, {
    send: () => endAll.click(),
    isIntact: () => endAll.waitFor(),
    isDone: () => dialog.getByText(en('users.sessions.empty')).waitFor(),
  })
  await page.keyboard.press('Escape')
  const reviewer = page.getByRole('row', { name: 'The reviewer' })
  await manage(page, en('users.manage.role'))
  await dialog.getByRole('radio', { name: en('frame.roles.auditor') }).check()
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('users.manage.role')),
    isIntact: async () =>
      assert.ok(await dialog.getByRole('radio', { name: en('frame.roles.auditor') }).isChecked()),
    isDone: () =>
      reviewer.getByRole('cell', { name: en('frame.roles.auditor'), exact: true }).waitFor(),
  })
  await manage(page, en('users.factor_reset.action'))
  await cutConfirmation(page, en('users.factor_reset.action'))
  await manage(page, en('users.reinvitation.action'))
  await cutConfirmation(page, en('users.reinvitation.action'))
  await manage(page, en('users.manage.invitation'), 'Fatou Ndiaye')
  const make = dialog.getByRole('button', { name: en('users.invitation.action') })
  await cutNetwork(page, {
    send: () => make.click(),
    isIntact: () => make.waitFor(),
    isDone: () => closeLink(dialog),
  })
  await manage(page, en('users.disable.action'))
  await cutConfirmation(page, en('users.disable.action'))
})

async function manage(page: Page, action: string, name = 'The reviewer'): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await clickButton(page, en('users.manage.openNamed', { name }))
  await page.getByRole('menuitem', { name: action }).click()
  await page.getByRole('dialog').waitFor()
}

async function closeLink(dialog: Locator): Promise<void> {
  await clickButton(dialog, en('users.link.done'))
  await dialog.waitFor({ state: 'detached' })
}

/** So that the reviewer has something to lose. */
function giveFactor({ appliance }: BrowserScene): Promise<unknown> {
  return appliance.db.write((trx) =>
    trx
      .updateTable('users')
      .set({ totp: Buffer.from('sealed'), totp_last_step: 0 })
      .where('role', '=', 'reviewer')
      .execute(),
  )
}

test('webhooks: a cut network keeps what was chosen', options, async (t) => {
  const scene = await openBrowserScene(t)
  scene.forgive()
  const receiver = await openReceiver({ status: 204 })
  t.after(() => receiver.close())
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/webhooks'))
  await page
    .getByRole('button', { name: en('webhooks.form.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en('webhooks.url')).fill(receiver.url)
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('webhooks.form.add')),
    isIntact: async () =>
      assert.equal(await dialog.getByLabel(en('webhooks.url')).inputValue(), receiver.url),
    isDone: () => keepSecret(page, 'secret'),
  })
  await page.getByRole('link', { name: receiver.url }).click()
  await changeWebhook(page, dialog)
  await replayWebhook(scene, page, dialog)
  await choose(page, en('webhooks.pause.action'))
  await cutConfirmation(page, en('webhooks.pause.action'))
  await choose(page, en('webhooks.delete.action'))
  await cutConfirmation(page, en('webhooks.delete.action'))
})

async function changeWebhook(page: Page, dialog: Locator): Promise<void> {
  await choose(page, en('webhooks.edit.action'))
  await dialog.getByLabel(en('webhooks.form.description')).fill('Loans')
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('webhooks.form.save')),
    isIntact: async () =>
      assert.equal(await dialog.getByLabel(en('webhooks.form.description')).inputValue(), 'Loans'),
    isDone: () => dialog.waitFor({ state: 'detached' }),
  })
  const address = page.url()
  const test = page.getByRole('button', { name: en('webhooks.test') })
  await cutNetwork(page, {
    send: () => test.click(),
    isIntact: () => test.waitFor(),
    isDone: () => page.locator('summary').getByText('HTTP 204').waitFor(),
  })
  await page.goto(address)
  await choose(page, en('webhooks.rotate.action'))
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('webhooks.rotate.action')),
    isIntact: () => dialog.getByText(en('webhooks.rotate.newFrom')).waitFor(),
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
  await clickButton(page, en('webhooks.replay.action'))
  await cutConfirmation(page, en('webhooks.replay.action'))
  const createdAt = scene.clock.now() - 60_000
  const failed = [aFailedDelivery(id, { createdAt }), aFailedDelivery(id, { createdAt })]
  await keepDeliveries(scene.appliance.db, ...failed)
  await page.goto(address)
  await clickButton(page, en('webhooks.replayRange.open'))
  await cutNetwork(page, {
    send: () => clickButton(dialog, en('webhooks.replayRange.action')),
    isIntact: () => dialog.waitFor(),
    isDone: () =>
      dialog.getByText(en('webhooks.replayRange.queued', { done: 2, all: 2 })).waitFor(),
  })
  await dialog
    .getByRole('button', { name: en('frame.close') })
    .last()
    .click()
}

async function choose(page: Page, name: string): Promise<void> {
  await clickButton(page, en('webhooks.more'))
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
  const take = page.getByRole('button', { name: en('reviews.bar.take') })
  const back = page.getByRole('button', { name: en('reviews.bar.release') })
  const send = (button: Locator, done: Locator) =>
    cutNetwork(page, {
      send: () => button.click(),
      isIntact: () => page.getByRole('region', { name: en('reviews.bar.label') }).waitFor(),
      isDone: () => done.waitFor(),
    })
  await send(take, back)
  await send(back, take)
}

async function writeNoteAndFinding(page: Page): Promise<void> {
  const note = page.getByRole('textbox', { name: en('reviews.panel.note'), exact: true })
  await note.fill('Called back twice.')
  await cutNetwork(page, {
    send: () => clickButton(page, en('reviews.panel.noteSave')),
    isIntact: async () => assert.equal(await note.inputValue(), 'Called back twice.'),
    isDone: () => page.getByRole('listitem').filter({ hasText: 'Called back twice.' }).waitFor(),
  })
  await clickButton(page, en('reviews.panel.addFinding'))
  const finding = page.getByLabel(en('reviews.panel.finding'), { exact: true })
  await finding.selectOption('portrait_differs')
  await cutNetwork(page, {
    send: () => clickButton(page, en('reviews.panel.findingSave')),
    isIntact: async () => assert.equal(await finding.inputValue(), 'portrait_differs'),
    isDone: () => page.getByRole('button', { name: en('reviews.panel.addFinding') }).waitFor(),
  })
}

/** A cut decision is looked over again before it is sent again. */
async function decide(page: Page): Promise<void> {
  await page.keyboard.press('y')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  const confirm = page.getByRole('radio', { name: en('reviews.choose.confirm'), checked: true })
  const reason = page.getByRole('checkbox', { checked: true })
  await cutNetwork(page, {
    async send() {
      await page.keyboard.press('Control+Enter')
      await page.locator('button:focus', { hasText: en('reviews.bar.send.close') }).waitFor()
      await page.keyboard.press('Enter')
    },
    async isIntact() {
      await confirm.waitFor()
      await reason.waitFor()
    },
    isDone: () => page.getByText(en('reviews.done.closed.confirm')).waitFor(),
  })
}

async function takeNext(page: Page, nextId: string): Promise<void> {
  await cutNetwork(page, {
    send: () => page.keyboard.press('n'),
    isIntact: () => page.getByText(en('reviews.done.closed.confirm')).waitFor(),
    isDone: () => page.waitForURL(`**/verifications/${nextId}**`),
  })
}

async function askForReview(scene: ReviewScene, page: Page): Promise<void> {
  await page.goto(scene.at(`/verifications/${await scene.verified()}?tab=review`))
  const ask = page.getByRole('button', { name: en('reviews.panel.ask') })
  await cutNetwork(page, {
    send: () => ask.click(),
    isIntact: () => ask.waitFor(),
    isDone: () => page.getByRole('heading', { name: en('reviews.panel.why') }).waitFor(),
  })
}
