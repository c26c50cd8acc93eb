import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { anyOf, en } from '../support/console-words.ts'
import { withoutChromium } from './browser.ts'
import { takeReview } from './taken-review.ts'

const options = { skip: withoutChromium }

const minutes = (count: number) => en('reviews.standing.mine', { count })

/** A review that Awa has just claimed, and how its time passes for server and page. */
async function openTaken(t: TestContext) {
  const { scene, page } = await takeReview(t)
  return {
    page,
    async passMinutes(count: number) {
      scene.clock.advance(count * 60_000)
      await page.clock.fastForward(count * 60_000)
    },
  }
}

test('a claim is renewed while somebody works, and only then (long)', options, async (t) => {
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

test('a claim has no more time left when its review is opened again (long)', options, async (t) => {
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
