// Long: holds answers back and lets minutes pass. reviews.test.ts claims and decides in the usual order.

// What a page sends is answered late, in another order, or not at all: it still shows what the server holds.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { anyOf, en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { moveBetweenWays } from './move-between-ways.ts'
import { holdAnswersBack, holdBack, holdOthersBack, interceptRequests } from './page-requests.ts'
import { openReviewScene } from './review-scene.ts'

/** A review that Awa has taken, once its bar says so, and how its time passes for server and page. */
async function openTaken(t: TestContext) {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa, { isNew: true })
  await page.clock.install()
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await clickButton(page, en('reviews.bar.take'))
  const bar = page.getByRole('region', { name: en('reviews.bar.label') })
  await bar.getByText(en.like('reviews.claimStatus.mine')).waitFor()
  return {
    scene,
    page,
    bar,
    async passMinutes(count: number) {
      scene.clock.advance(count * 60_000)
      await page.clock.fastForward(count * 60_000)
    },
  }
}

/** The steps of a review that the page sends from now on. */
function stepsOf(page: Page): readonly string[] {
  const steps: string[] = []
  page.on('request', (request) => {
    const step = /\/api\/reviews\/rev_\w+\/(\w+)$/.exec(request.url())?.[1]
    if (step !== undefined) steps.push(step)
  })
  return steps
}

test('the late answer to a note does not reopen a review', options, async (t) => {
  const { page, bar } = await openTaken(t)
  // Another reading would mend what the answers leave on the page.
  await holdBack(page, /\/api\/reviews\/rev_\w+$/)
  const answerNote = await holdAnswersBack(page, '**/notes')
  const steps = stepsOf(page)
  await page.keyboard.press('w')
  const field = page.locator('textarea:focus')
  await field.pressSequentially('Called back.')
  await field.press('Control+Enter')
  await page.locator('textarea:focus[readonly]').waitFor()
  await page.keyboard.press('Escape')
  await moveBetweenWays(page)
  await page.keyboard.press('y')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  const send = bar.getByRole('button', { name: en('reviews.bar.send.close') })
  await send.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await send.and(page.locator('[data-loading]')).waitFor()
  assert.deepEqual(steps, ['notes'], 'the decision waits for the answer to the note')
  answerNote()
  await bar.getByText(en('reviews.done.closed.confirm')).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Called back.' }).waitFor()
  assert.deepEqual(steps, ['notes', 'decide'])
})

test('whoever takes a review a moment too late reads who has it', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  const bar = page.getByRole('region', { name: en('reviews.bar.label') })
  await bar.getByText(en('reviews.claimStatus.free')).waitFor()
  const letThrough = await holdOthersBack(page, 'reviews/[^/]+/claim$')
  const { data } = await scene.omar.get(`/verifications/${id}`)
  const { id: reviewId } = data.review as { readonly id: string }
  assert.equal((await scene.omar.post(`/reviews/${reviewId}/claim`)).status, 200)
  await clickButton(bar, en('reviews.bar.take'))
  letThrough()
  await bar.getByText(en.like('reviews.claimStatus.held')).waitFor()
})

test('a claim is not renewed while the next review is asked for', options, async (t) => {
  const { scene, page } = await openTaken(t)
  const expired = await scene.queued('DEMO-EXPIRED')
  const passOn = await holdBack(page, '**/reviews/next')
  const steps = stepsOf(page)
  await page.clock.fastForward(3 * 60_000)
  await page.keyboard.press('n')
  await page.clock.runFor(10_000)
  passOn()
  await page.waitForURL(`**/verifications/${expired}?tab=review`)
  assert.deepEqual(steps, [])
})

test('a review that was released without an answer is not shown as taken', options, async (t) => {
  const { scene, page, bar } = await openTaken(t)
  scene.forgive()
  await scene.queued('DEMO-EXPIRED')
  await interceptRequests(page, '**/reviews/next', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('n')
  await bar.getByText(en('reviews.claimStatus.free')).waitFor()
})

const minutes = (count: number) => en('reviews.claimStatus.mine', { count })

test('a claim is renewed while somebody works, and only then', options, async (t) => {
  const { page, passMinutes } = await openTaken(t)
  await page.getByText(anyOf(minutes(9), minutes(10))).waitFor()
  const claims: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/claim')) claims.push(request.method())
  })
  await passMinutes(7)
  await page.getByText(anyOf(minutes(2), minutes(3))).waitFor()
  assert.deepEqual(claims, [])
  await page.keyboard.press('c')
  const renewed = page.waitForRequest(/\/claim$/)
  await page.clock.fastForward(10_000)
  await renewed
  await page.getByText(anyOf(minutes(9), minutes(10))).waitFor()
})

test('a claim has no more time left when its review is opened again', options, async (t) => {
  const { page, passMinutes } = await openTaken(t)
  await page.getByText(anyOf(minutes(9), minutes(10))).waitFor()
  await passMinutes(3)
  await page.getByText(anyOf(minutes(6), minutes(7))).waitFor()
  await page.getByRole('link', { name: en('verifications.detail.back') }).click()
  await page.waitForURL('**/reviews')
  await passMinutes(4)
  await page.goBack()
  await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  await page.getByText(anyOf(minutes(2), minutes(3))).waitFor()
})
