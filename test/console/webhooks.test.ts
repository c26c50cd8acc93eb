import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { openReceiver } from '../api/webhooks/receiver.ts'
import { anyOf, en } from '../support/console-words.ts'
import { aDelivery, aFailedDelivery, keepDeliveries } from '../support/deliveries.ts'
import { fieldsOf } from '../support/scenes/operator-scene.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { signInDeveloper } from './sign-in-developer.ts'
import { assertSound, isQuiet, walkPage } from './walk.ts'

const events = ['verification.completed', 'verification.failed']

/** A live webhook at a receiver that answers with this status. */
async function registered(
  scene: BrowserScene,
  t: { after(end: () => unknown): void },
  status = 204,
) {
  const receiver = await openReceiver({ status })
  t.after(() => receiver.close())
  const developer = await signInDeveloper(scene)
  const asked = { url: receiver.url, events, environment: 'live', description: 'Core banking' }
  const { id, secret } = await fieldsOf(developer.post('/webhooks', asked), 201)
  return { id: String(id), secret: String(secret), developer, receiver }
}

/** A day on which one delivery came through, as many failed as are asked for, and one waits. */
async function busy(scene: BrowserScene, webhookId: string, failed = 2): Promise<void> {
  const now = scene.clock.now()
  const at = (minutes: number) => ({ createdAt: now - minutes * 60_000 })
  const end = { finishedAt: now, lastStatus: 204, attempts: 1 }
  await keepDeliveries(
    scene.appliance.db,
    aDelivery(webhookId, { ...at(50), ...end, state: 'delivered' }),
    ...Array.from({ length: failed }, (_, index) => aFailedDelivery(webhookId, at(40 + index))),
    aDelivery(webhookId, { ...at(10), attempts: 1, lastError: 'timeout', dueAt: now + 3_600_000 }),
  )
}

test('webhooks and one of them read well in each language, theme and width', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { id } = await registered(scene, t)
  await busy(scene, id)
  const open = () => scene.openAs('developer')
  await walkPage({ open, address: scene.at('/webhooks') })
  await walkPage({ open, address: scene.at(`/webhooks/${id}`) })
})

test(
  'a delivery and the checker read well in each language, theme and width',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { id, developer } = await registered(scene, t, 401)
    const { delivery_id } = await fieldsOf(developer.post(`/webhooks/${id}/test`))
    const open = () => scene.openAs('developer')
    const address = scene.at(`/webhooks/${id}/deliveries/${delivery_id}`)
    await walkPage({ open, address })
    await walkPage({
      open,
      address: scene.at('/webhooks/check'),
      async settle(page) {
        const [headers, body, secret] = await page.locator('main textarea, main input').all()
        await headers?.fill(`svc-timestamp: 1795251588\nsvc-signature: ${'a'.repeat(64)}`)
        await body?.fill('{}')
        await secret?.fill('whsec_x')
        await page.locator('main form button[type=submit]').click()
        await page.locator('main dl').waitFor()
      },
    })
  },
)

test(
  'a webhook is registered: refusals at their field, the secret once, a test',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const receiver = await openReceiver({ status: 503 })
    t.after(() => receiver.close())
    const page = await scene.openAs('developer')
    await page.goto(scene.at('/webhooks'))
    await page
      .getByRole('button', { name: en('webhooks.form.add') })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: en('webhooks.form.add') })
    const address = form.getByLabel(en('webhooks.url'))
    await address.fill('https://169.254.169.254/latest')
    await assertSound(page, 'form of a webhook')
    await page.keyboard.press('Enter')
    await form.getByText('url leads to an address that webhooks are never sent to').waitFor()
    assert.equal(await address.getAttribute('aria-invalid'), 'true')
    await address.fill(receiver.url)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: en('webhooks.secret.title') })
    const secret = (await shown.locator('pre, code').first().innerText()).trim()
    assert.match(secret, /^whsec_[\w-]{43}$/)
    await page.keyboard.press('Escape')
    await page.getByText(en('webhooks.secret.keepFirst')).waitFor()
    await keep(page)
    assert.equal(await page.getByText(secret).count(), 0)
    await page.getByRole('link', { name: receiver.url }).click()
    await clickButton(page, en('webhooks.test'))
    await page.locator('summary').getByText('HTTP 503').waitFor()
    await page.getByText(en('webhooks.advice.failed')).waitFor()
    await page.getByText('This is a test.').waitFor()
    await assertSound(page, 'test')
    assert.equal(receiver.received[0]?.headers['svc-event-type'], 'webhook.test')
  },
)

test('the form says that another webhook has the same address', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { receiver } = await registered(scene, t)
  const page = await scene.openAs('developer')
  await page.goto(scene.at('/webhooks'))
  await clickButton(page, en('webhooks.form.add'))
  const form = page.getByRole('dialog', { name: en('webhooks.form.add') })
  const address = form.getByLabel(en('webhooks.url'))
  const warning = form
    .getByText(en.like('webhooks.form.sameAddress'))
    .filter({ hasText: 'Core banking' })
  await address.fill(`${receiver.url}other`)
  assert.equal(await warning.count(), 0)
  await address.fill(` ${receiver.url}`)
  await warning.waitFor()
  await assertSound(page, 'form with the address of another webhook')
  for (const event of events) await form.getByRole('checkbox', { name: event }).uncheck()
  await warning.waitFor({ state: 'detached' })
})

test(
  'the log is filtered in the address, and all that failed is sent again after a count',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { id } = await registered(scene, t)
    await busy(scene, id, 3)
    // What is due by the clock of the browser is due by the one of the appliance.
    scene.clock.advance(Date.now() - scene.clock.now())
    const page = await scene.openAs('developer')
    await page.goto(scene.at(`/webhooks/${id}`))
    const log = page.getByRole('region', { name: en('webhooks.deliveries.title') })
    await page.getByRole('button', { name: en('webhooks.status'), exact: true }).click()
    await page.getByRole('menuitemradio', { name: en('webhooks.state.failed') }).click()
    await page.waitForURL(/status=failed/)
    await log
      .getByRole('cell', { name: en('webhooks.state.delivered') })
      .waitFor({ state: 'detached' })
    await isQuiet(page)
    assert.equal(await log.getByRole('row').count(), 4)
    await page.setViewportSize({ width: 390, height: 800 })
    await log.getByRole('row').nth(1).getByRole('link').locator('time').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await clickButton(page, en('webhooks.replayRange.open'))
    const dialog = page.getByRole('dialog', { name: en('webhooks.replayRange.open') })
    await dialog.getByText(en('webhooks.replayRange.counted', { count: 3, all: 3 })).waitFor()
    await assertSound(page, 'replay dialog')
    await clickButton(dialog, en('webhooks.replayRange.action'))
    await dialog.getByText(en('webhooks.replayRange.queued', { done: 3, all: 3 })).waitFor()
    await dialog
      .getByRole('button', { name: en('frame.close') })
      .last()
      .click()
    await page.getByText(en('webhooks.deliveries.noMatch')).waitFor()
  },
)

test('a delivery shows the signature that was sent, and is sent again', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { id, developer, receiver } = await registered(scene, t, 401)
  await developer.post(`/webhooks/${id}/test`)
  const page = await scene.openAs('developer')
  await page.goto(scene.at(`/webhooks/${id}`))
  await page.getByRole('link', { name: /webhook\.test/ }).click()
  const [sent] = receiver.received
  await page.getByText(String(sent?.headers['svc-signature'])).waitFor()
  await page.getByText(en('webhooks.advice.refused')).waitFor()
  await clickButton(page, en('webhooks.replay.action'))
  const dialog = page.getByRole('dialog', { name: en('webhooks.replay.title') })
  await assertSound(page, 'replay of one')
  await clickButton(dialog, en('webhooks.replay.action'))
  await page.getByText(en('webhooks.replay.done')).waitFor()
  assert.match(await page.title(), /^Delivery dlv_\w{4}…\w{4} – svc$/)
  const crumbs = page.getByRole('navigation', { name: en('frame.breadcrumb') })
  await crumbs.getByText(/^dlv_\w{4}…\w{4}$/).waitFor()
  await crumbs.getByRole('link', { name: receiver.url }).click()
  await page.getByRole('heading', { name: receiver.url }).waitFor()
  assert.equal(await page.title(), `Webhook ${receiver.url} – svc`)
  await crumbs.getByRole('link', { name: en('frame.pages.webhooks') }).click()
  await page.waitForURL('**/webhooks')
})

test(
  'a secret is rotated with both dates, and a webhook changed, paused and deleted (long)',
  options,
  async (t) => {
    const scene = await openBrowserScene(t)
    const { id } = await registered(scene, t)
    await busy(scene, id)
    const page = await scene.openAs('developer')
    await page.goto(scene.at(`/webhooks/${id}`))
    const choose = async (name: string) => {
      await clickButton(page, en('webhooks.more'))
      await page.getByRole('menuitem', { name }).click()
    }
    await choose(en('webhooks.rotate.action'))
    await page.getByText(en('webhooks.rotate.newFrom')).waitFor()
    await assertSound(page, 'rotate dialog')
    await clickButton(page.getByRole('dialog'), en('webhooks.rotate.action'))
    await page.getByText(en('webhooks.secret.title')).waitFor()
    await page.getByText(en('webhooks.rotate.oldUntil')).waitFor()
    await keep(page)
    await page.getByText(en('webhooks.rotate.newFrom')).waitFor()
    await choose(en('webhooks.edit.action'))
    await page.getByRole('dialog').getByLabel(en('webhooks.form.description')).fill('Loans')
    await clickButton(page.getByRole('dialog'), en('webhooks.form.save'))
    await page.getByText('Loans').waitFor()
    await choose(en('webhooks.pause.action'))
    await page.getByText(en('webhooks.cancels', { count: 1 })).waitFor()
    await clickButton(page.getByRole('dialog'), en('webhooks.pause.action'))
    await page.getByText(en('webhooks.state.inactive'), { exact: true }).waitFor()
    await choose(en('webhooks.delete.action'))
    await assertSound(page, 'delete dialog')
    await clickButton(page.getByRole('dialog'), en('webhooks.delete.action'))
    await page.getByText(en('webhooks.empty')).waitFor()
    await page.goto(scene.at(`/webhooks/${id}`))
    const deleted = page.getByRole('heading', { name: en('webhooks.deleted.title') })
    await deleted.waitFor()
    await page.getByRole('cell', { name: en('webhooks.state.cancelled') }).waitFor()
    await page.goto(scene.at(`/webhooks/${id}/deliveries/dlv_01m8918wz08avt6q80kyr6yvfy`))
    await page.getByRole('heading', { name: en('webhooks.noSuchDelivery.title') }).waitFor()
    await page.goto(scene.at('/webhooks/wh_01m8918wz08avt6q80kyr6yvfy'))
    await deleted.waitFor()
    await isQuiet(page)
    assert.equal(await page.getByRole('alert').count(), 0)
  },
)

test('a pasted signature is judged in the browser, and nothing is sent', options, async (t) => {
  const scene = await openBrowserScene(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/webhooks/check'))
  const secret = 'whsec_qFzUfUdRAyjreopfC5tG4lUoYk_aFLtJd9-foPMtFBs'
  const body =
    '{"id":"evt_1","event":"webhook.test","data":{},"timestamp":"2026-11-21T09:00:00.000Z"}'
  const timestamp = Math.floor(scene.clock.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const asked: string[] = []
  await page
    .getByLabel(en('webhooks.check.headers'))
    .fill(`svc-signature: ${signature}\nsvc-timestamp: ${timestamp}`)
  // Parts of the console that it loads ahead are files without what was typed.
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !/\/console\/assets\/[\w.-]+$/.test(request.url())) {
      asked.push(request.url())
    }
  })
  const check = async (text: string, key = secret) => {
    await page.getByRole('textbox', { name: en('webhooks.check.body') }).fill(text)
    await page.getByRole('textbox', { name: en('webhooks.secret.label') }).fill(key)
    await clickButton(page, en('webhooks.check.action'))
  }
  await check(body)
  await page.getByText(en('webhooks.mistake.none.title'), { exact: true }).waitFor()
  await check(`${body}\n`)
  await page.getByText(en('webhooks.mistake.body.title')).waitFor()
  await check(body, secret.replace('whsec_', ''))
  await page.getByText(en('webhooks.mistake.secret.title')).waitFor()
  await check(body, `${secret}x`)
  await page.getByText(en('webhooks.mistake.unknown.title')).waitFor()
  assert.deepEqual(asked, [])
})

test('an auditor sees webhooks and no button that changes them (long)', options, async (t) => {
  const scene = await openBrowserScene(t)
  const { id } = await registered(scene, t)
  await busy(scene, id)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at(`/webhooks/${id}`))
  await page.getByRole('cell', { name: en('webhooks.state.delivered') }).waitFor()
  const changing = anyOf(en('webhooks.test'), en('webhooks.replayRange.open'), en('webhooks.more'))
  assert.equal(await page.getByRole('main').getByRole('button', { name: changing }).count(), 0)
})

async function keep(page: Page): Promise<void> {
  await page.getByLabel(en('webhooks.secret.kept')).check()
  await clickButton(page, en('webhooks.secret.done'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
