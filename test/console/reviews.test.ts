import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { withoutChromium } from './browser.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

const options = { skip: withoutChromium }

test('reviews are claimed, read and decided by keyboard alone', options, async (t) => {
  const scene = await openReviewScene(t)
  const mismatch = await scene.queued('DEMO-MISMATCH')
  const expired = await scene.queued('DEMO-EXPIRED')
  const page = await scene.openAs(scene.awa)
  const { keyboard } = page
  await page.goto(scene.at('/reviews'))
  await page.getByRole('link', { name: /^ver_/ }).first().waitFor()
  await keyboard.press('n')
  await page.waitForURL(`**/verifications/${mismatch}?tab=review`)
  await page.getByRole('heading', { name: 'Reason for review' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Claim differs from document' }).waitFor()
  await keyboard.press('c')
  await page.getByRole('tab', { name: 'Checks', selected: true }).waitFor()
  await keyboard.press('y')
  await page.getByRole('radio', { name: /^Confirm the decision/, checked: true }).waitFor()
  const bar = page.getByRole('region', { name: 'Decision' })
  await bar.getByText('Choose at least one reason.').waitFor()
  await keyboard.press('Control+Enter')
  assert.equal(await bar.getByRole('button', { name: 'Close review' }).count(), 0)
  await page.locator('input[type=checkbox]:focus').waitFor()
  await keyboard.press('Space')
  await bar.getByText('Closes the review: decision confirmed.').waitFor()
  await keyboard.press('Control+Enter')
  await page.getByText('Not sent yet.').waitFor()
  await keyboard.press('Escape')
  await bar.getByRole('button', { name: /^Confirm the decision/ }).waitFor()
  await keyboard.press('Control+Enter')
  await page.locator('button:focus', { hasText: 'Close review' }).waitFor()
  assert.equal((await reviewOf(scene, mismatch)).state, 'open')
  await keyboard.press('Enter')
  await bar.getByText('Review closed: decision confirmed.').waitFor()
  await bar.getByText('1 more review waiting.').waitFor()
  await bar.locator('button:focus', { hasText: 'Next review' }).waitFor()
  await page.getByRole('heading', { name: 'Decision confirmed' }).waitFor()
  const { state, decision } = await reviewOf(scene, mismatch)
  assert.deepEqual([state, decision?.outcome], ['closed', 'confirm'])
  await keyboard.press('n')
  await page.waitForURL(`**/verifications/${expired}?tab=review`)
  await bar.getByText(/^Reserved for you for/).waitFor()
  await keyboard.press('n')
  await page.getByText('No review is waiting for you.').waitFor()
  await page.getByRole('region', { name: 'Decision' }).waitFor()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keyboard.press('?')
  await sheet.getByText('Claim next review').waitFor()
  await keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.match(page.url(), /\/verifications\//, 'closing the list of keys leaves the case open')
  await keyboard.press('Escape')
  await page.waitForURL('**/reviews')
})

test('of a dispute somebody else has the last word, who may give it back', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const awa = await scene.openAs(scene.awa)
  await awa.goto(scene.at(`/verifications/${id}?tab=review`))
  await disputeByKeys(awa)
  await awa.getByText('Proposal sent: another reviewer must decide.').waitFor()
  await awa.getByRole('heading', { name: 'Your proposal' }).waitFor()
  await awa.keyboard.press('n')
  await awa.getByText('No review is waiting for you.').waitFor()
  assert.equal(await awa.getByRole('radio', { name: /Approve/ }).count(), 0)
  const list = await scene.openAs(scene.awa)
  await list.goto(scene.at('/reviews'))
  await list.getByRole('link', { name: '1 proposed by you' }).click()
  const own = list
    .getByRole('row')
    .filter({ hasText: 'Proposed by you: awaiting another reviewer' })
  await own.getByText('Name differs').filter({ visible: true }).waitFor()
  await own.getByText('Declined', { exact: true }).waitFor()
  const { id: reviewId, proposal } = await reviewOf(scene, id)
  const refused = await scene.awa.post(`/reviews/${reviewId}/approve`, {
    proposal_id: proposal?.id,
  })
  assert.equal(refused.error.code, 'second_person_required')

  const omar = await scene.openAs(scene.omar)
  await omar.goto(scene.at('/reviews?state=proposed'))
  await omar.getByRole('link', { name: /^ver_/ }).waitFor()
  await omar.keyboard.press('n')
  await omar.getByRole('heading', { name: /^Proposal of/ }).waitFor()
  await omar.keyboard.press('x')
  await omar.locator('input[type=radio]:focus').waitFor()
  await omar.keyboard.press('Space')
  await assertSound(omar, 'a proposal answered')
  await send(omar, 'Reject the proposal')
  await omar.getByText(/^Proposal rejected: the review returns to/).waitFor()
  await awa.reload()
  await awa.getByText('Your proposal was rejected. The review is reserved for you').waitFor()
  await awa.getByRole('heading', { name: /rejected the proposal$/ }).waitFor()
  await disputeByKeys(awa)
  await awa.getByText('Proposal sent').waitFor()

  await omar.reload()
  await omar.getByRole('region', { name: 'Decision' }).waitFor()
  await omar.keyboard.press('y')
  await send(omar, 'Approve and close')
  await omar.getByText('Review closed: decision disputed.').waitFor()
  await omar.getByText(/^Proposed by .*, approved by/).waitFor()
  assert.equal((await reviewOf(scene, id)).state, 'closed')
})

test('an answer to one proposal is none to the next', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const { id: reviewId } = await reviewOf(scene, id)
  const propose = async (reason: string) => {
    await scene.awa.post(`/reviews/${reviewId}/claim`)
    const decision = { outcome: 'dispute', reasons: [reason] }
    assert.equal((await scene.awa.post(`/reviews/${reviewId}/decide`, decision)).status, 200)
  }
  await propose('spelling_variant')
  const page = await scene.openAs(scene.omar)
  await page.clock.install()
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByRole('heading', { name: /^Proposal of/ }).waitFor()
  await page.keyboard.press('y')
  const bar = page.getByRole('region', { name: 'Decision' })
  const sending = bar.getByRole('button', { name: 'Approve and close' })
  await page.keyboard.press('Control+Enter')
  await sending.waitFor()

  scene.clock.advance(11 * 60_000)
  const finding = { finding: 'portrait_differs', subject: 'selfie' }
  const added = await scene.awa.post(`/reviews/${reviewId}/findings`, finding)
  assert.ok(added.status < 300, added.text)
  await propose('document_genuine')
  await page.clock.fastForward(31_000)
  await bar.getByRole('button', { name: 'Claim review' }).click()
  await bar.getByText(/^Reserved for you for/).waitFor()
  assert.equal(await sending.count(), 0)
  assert.equal(await page.getByRole('radio', { name: /^Approve/, checked: true }).count(), 0)
  await page.keyboard.press('y')
  await send(page, 'Approve and close')
  await bar.getByText('Review closed: decision disputed.').waitFor()
})

test(
  'a reviewer who loses a review sees who has it, and keeps what they wrote',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await page.getByRole('region', { name: 'Decision' }).waitFor()
    await page.keyboard.press('y')
    await page.locator('input[type=checkbox]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('w')
    await page.locator('textarea:focus').waitFor()
    const note = page.getByRole('textbox', { name: 'Note', exact: true })
    await page.keyboard.type('n is no key here: called the customer.')
    scene.clock.advance(11 * 60_000)
    const { id: reviewId } = await reviewOf(scene, id)
    assert.equal((await scene.omar.post(`/reviews/${reviewId}/claim`)).status, 200)
    await page.keyboard.press('Escape')
    await send(page, 'Close review')
    const lost = page.getByRole('alert').filter({ hasText: 'You no longer hold this review' })
    await lost.getByText(/has claimed it/).waitFor()
    assert.match(await note.inputValue(), /called the customer/)
    await assertSound(page, 'a lost case')
    await page.keyboard.press('n')
    const question = page.getByRole('dialog', { name: /^Leave without saving/ })
    await assertSound(page, 'asked before leaving')
    await question.getByRole('button', { name: 'Stay on page' }).click()
    assert.match(await note.inputValue(), /called the customer/)
    assert.equal((await reviewOf(scene, id)).state, 'open')
  },
)

test('a claim is renewed while somebody works, and only then', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.clock.install()
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByRole('button', { name: 'Claim review' }).click()
  await page.getByText('Reserved for you for 10 more minutes.').waitFor()
  const claims: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/claim')) claims.push(request.method())
  })
  const passMinutes = async (minutes: number) => {
    scene.clock.advance(minutes * 60_000)
    await page.clock.fastForward(minutes * 60_000)
  }
  await passMinutes(7)
  await page.getByText('Reserved for you for 3 more minutes.').waitFor()
  assert.deepEqual(claims, [])
  await page.keyboard.press('c')
  const renewed = page.waitForRequest(/\/claim$/)
  await page.clock.fastForward(10_000)
  await renewed
  await page.getByText(/Reserved for you for (9|10) more minutes\./).waitFor()
})

test('notes and findings stay as saved, and a new finding voids a proposal', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByRole('button', { name: 'Claim review' }).waitFor()
  await page.keyboard.press('w')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('Called back twice.')
  let goOn = () => {}
  await page.route('**/notes', async (route) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await route.continue()
  })
  const isAsked = page.waitForRequest('**/notes')
  await page.keyboard.press('Control+Enter')
  await isAsked
  await page.locator('textarea:focus[readonly]').waitFor()
  goOn()
  const kept = page.getByRole('listitem').filter({ hasText: 'Called back twice.' })
  await kept.getByText('For staff').waitFor()
  assert.equal(await kept.getByRole('button').count(), 0)
  await page.keyboard.press('Escape')
  await disputeByKeys(page)
  await page.getByText('Proposal sent').waitFor()

  const other = await scene.openAs(scene.omar)
  await other.goto(scene.at(`/verifications/${id}?tab=review`))
  await other.getByRole('button', { name: 'Add a finding' }).click()
  await other.getByLabel('Finding', { exact: true }).selectOption('portrait_differs')
  await other.getByLabel('About', { exact: true }).selectOption('selfie')
  await other.getByText('A finding voids the pending proposal.').waitFor()
  await assertSound(other, 'form of a finding')
  await other.getByRole('button', { name: 'Save finding' }).click()
  await other.getByText('which is now void').waitFor()
  assert.equal((await reviewOf(scene, id)).state, 'open')
})

async function disputeByKeys(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Decision' }).waitFor()
  await page.keyboard.press('x')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByText('Proposes to dispute the decision;').waitFor()
  await send(page, 'Send the proposal')
}

/** Looks the decision over, and sends it. */
async function send(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await page.locator('button:focus', { hasText: name }).waitFor()
  await page.keyboard.press('Enter')
}

interface ReviewSeen {
  readonly id: string
  readonly state: string
  readonly proposal: { readonly id: string } | null
  readonly decision: { readonly outcome: string } | null
}

async function reviewOf({ omar }: ReviewScene, verificationId: string): Promise<ReviewSeen> {
  const { data } = await omar.get(`/verifications/${verificationId}`)
  return data.review as ReviewSeen
}
