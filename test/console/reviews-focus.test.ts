// Long: presses Tab some sixty times in two widths.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { claimMs } from '../../server/reviews/review.ts'
import { en, fr } from '../support/console-words.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { openReviewScene } from './review-scene.ts'

test(
  'what has the focus is in sight between the values and the decision bar',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(scene.at(`/verifications/${id}?tab=review`))
      await clickButton(page, en('reviews.panel.addFinding'))
      await page.keyboard.press('x')
      await page.locator('input[type=checkbox]:focus').waitFor()
      await page.getByRole('tab', { name: en('verifications.detail.tabs.review') }).focus()
      const seen = await tabThrough(page, 'Tab')
      assert.ok(
        [en('reviews.panel.findingSave'), en('frame.cancel')].some((name) => seen.includes(name)),
        seen.join('\n'),
      )
      assert.ok(seen.length > 12, `${width}: ${seen.join('\n')}`)
      assert.ok((await tabThrough(page, 'Shift+Tab')).length > 12)
    }
  },
)

/** The page of a review whose decision was chosen and looked over by keys, so that the next one sends it. */
async function openCheckedDecision(t: TestContext) {
  const scene = await openReviewScene(t)
  scene.forgive()
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByText(en('reviews.panel.why')).waitFor()
  await page.keyboard.press('y')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  const send = page.locator('button:focus', { hasText: en('reviews.bar.send.close') })
  return { scene, id, page, send }
}

test(
  'the button that checks a decision has the focus after Escape and after a lost network',
  options,
  async (t) => {
    const { page, send } = await openCheckedDecision(t)
    const { keyboard } = page
    const check = page.locator('button:focus', { hasText: en('reviews.bar.check.confirm') })
    await send.waitFor()
    await keyboard.press('Escape')
    await check.waitFor()
    await keyboard.press('Enter')
    await send.waitFor()
    await page.context().setOffline(true)
    await keyboard.press('Enter')
    await check.waitFor()
    await page.context().setOffline(false)
    await keyboard.press('Enter')
    await send.waitFor()
    await keyboard.press('Enter')
    await page.getByText(en('reviews.done.closed.confirm')).waitFor()
  },
)

test(
  'the next review has the focus where a colleague decided in the last moment',
  options,
  async (t) => {
    const { scene, id, page, send } = await openCheckedDecision(t)
    await send.waitFor()
    scene.clock.advance(claimMs + 1000)
    const { data } = await scene.omar.get(`/verifications/${id}`)
    const path = `/reviews/${(data.review as { readonly id: string }).id}`
    await scene.omar.post(`${path}/claim`)
    assert.equal((await scene.omar.post(`${path}/decide`, confirm)).status, 200)
    await page.keyboard.press('Enter')
    await page.locator('button:focus', { hasText: en('reviews.bar.next') }).waitFor()
  },
)

test(
  'the age of the oldest review becomes its instant by a key, and its page says when it is due',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    await page.goto(scene.at('/reviews'))
    const age = page.getByRole('button', { name: en.like('reviews.figures.oldest') })
    await age.focus()
    await page.keyboard.press('Enter')
    await age.getByText(/UTC/).waitFor()
    await page.keyboard.press('Enter')
    await age.getByText(/UTC/).waitFor({ state: 'detached' })
    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await page.getByText(en.like('reviews.panel.due')).waitFor()
  },
)

test('on a phone, bars leave most of the window to the review', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const viewport = { width: 360, height: 640 }
  const page = await scene.openAs(scene.awa, { locale: 'fr-SN', viewport })
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await clickButton(page, fr('reviews.bar.take'))
  const bar = page.getByRole('region', { name: fr('reviews.bar.label') })
  await bar.getByRole('button', { name: fr('reviews.bar.release') }).waitFor()
  await page.getByRole('heading', { name: fr('reviews.panel.why') }).scrollIntoViewIfNeeded()
  const header = await page.locator('header').first().boundingBox()
  const decision = await bar.boundingBox()
  const left = (decision?.y ?? 0) - Math.max(0, (header?.y ?? 0) + (header?.height ?? 0))
  assert.ok(left > viewport.height * 0.75, `${left} px`)
})

/** From where the focus is until it comes to the bar of the decision or, backwards, to the tabs. */
async function tabThrough(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<readonly string[]> {
  const seen: string[] = []
  while (seen.length < 60) {
    await page.keyboard.press(key)
    const focused = (await page.evaluate(lookAtFocus)) as Focused
    if (focused.isEnd) return seen
    seen.push(focused.name)
    assert.equal(focused.isHidden, false, `${focused.name} is hidden (${focused.place})`)
  }
  return seen
}

interface Focused {
  readonly name: string
  readonly place: string
  readonly isHidden: boolean
  readonly isEnd: boolean
}

/** In the page: whether any of what has the focus is below the values, or below one of the two bars. */
const lookAtFocus = `(async () => {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
  const focused = document.activeElement
  const decision = document.querySelector('[aria-label="${en('reviews.bar.label')}"]')
  const header = document.querySelector('header')
  const shown = focused.offsetWidth > 4 ? focused : (focused.labels?.[0] ?? focused)
  const { top, bottom } = shown.getBoundingClientRect()
  const strip = document.querySelector('[data-strip]')
  const isSticky = getComputedStyle(strip).position === 'sticky' && focused.closest('[role=tabpanel]')
  const from = (isSticky ? strip : header).getBoundingClientRect().bottom
  const to = decision.getBoundingClientRect().top
  return {
    name: focused.labels?.[0]?.textContent ?? focused.textContent,
    place: [from, top, bottom, to].map(Math.round).join(' '),
    isHidden: top < from || bottom > to,
    isEnd: decision.contains(focused) || focused.role === 'tab' || focused.getAttribute('role') === 'tab',
  }
})()`
