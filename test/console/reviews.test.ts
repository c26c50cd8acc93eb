import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { countChanges } from './count-changes.ts'
import { holdBack, holdOthersBack, readsOf } from './page-requests.ts'
import { openReviewScene, type ReviewScene } from './review-scene.ts'
import { assertSound } from './walk.ts'

test('reviews are claimed, read and decided by keyboard alone', options, async (t) => {
  const scene = await openReviewScene(t)
  const mismatch = await scene.queued('DEMO-MISMATCH')
  const expired = await scene.queued('DEMO-EXPIRED')
  const page = await scene.openAs(scene.awa)
  const { keyboard } = page
  await page.goto(scene.at('/reviews'))
  await page.getByRole('link', { name: /^ver_/ }).first().waitFor()
  const read = readsOf(page)
  await keyboard.press('n')
  await page.waitForURL(`**/verifications/${mismatch}?tab=review`)
  await page.getByRole('heading', { name: en('reviews.panel.why') }).waitFor()
  const counted = '/console/api/reviews/waiting'
  assert.deepEqual(read(), [counted], 'what the page shows came with the claim')
  await page
    .getByRole('listitem')
    .filter({ hasText: en('labels.reviewCause.mismatch') })
    .waitFor()
  await keyboard.press('c')
  await page
    .getByRole('tab', { name: en('verifications.detail.tabs.checks'), selected: true })
    .waitFor()
  await keyboard.press('y')
  await page.getByRole('radio', { name: en('reviews.choose.confirm'), checked: true }).waitFor()
  const bar = page.getByRole('region', { name: en('reviews.bar.label') })
  await bar.getByText(en('reviews.bar.missingReason')).waitFor()
  await keyboard.press('Control+Enter')
  assert.equal(await bar.getByRole('button', { name: en('reviews.bar.send.close') }).count(), 0)
  await page.locator('input[type=checkbox]:focus').waitFor()
  await keyboard.press('Space')
  await bar.getByText(en('reviews.bar.willClose.confirm')).waitFor()
  await keyboard.press('Control+Enter')
  await page.getByText(en('reviews.bar.notSent')).waitFor()
  await keyboard.press('Escape')
  await bar.getByRole('button', { name: en('reviews.bar.check.confirm') }).waitFor()
  await keyboard.press('Control+Enter')
  await page.locator('button:focus', { hasText: en('reviews.bar.send.close') }).waitFor()
  assert.equal((await reviewOf(scene, mismatch)).state, 'open')
  const passOn = await holdBack(page, `**/console/api/verifications/${mismatch}`)
  await keyboard.press('Enter')
  await bar.getByText(en('reviews.done.closed.confirm')).waitFor()
  await bar.locator('button:focus', { hasText: en('reviews.bar.next') }).waitFor()
  passOn()
  await bar.getByText(en('reviews.done.left', { count: 1 })).waitFor()
  await page.getByRole('heading', { name: en('labels.reviewOutcome.confirm') }).waitFor()
  const { state, decision } = await reviewOf(scene, mismatch)
  assert.deepEqual([state, decision?.outcome], ['closed', 'confirm'])
  assert.ok(!read().includes('/console/api/reviews/codes'), 'no decision changes them')
  await keyboard.press('n')
  await page.waitForURL(`**/verifications/${expired}?tab=review`)
  await bar.getByText(en.like('reviews.claimStatus.mine')).waitFor()
  await keyboard.press('n')
  await page.getByText(en('reviews.nothingNext')).waitFor()
  await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  const sheet = page.getByRole('dialog', { name: en('frame.keys.title') })
  await keyboard.press('?')
  await sheet.getByText(en('reviews.takeNext')).waitFor()
  await keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.match(page.url(), /\/verifications\//, 'closing the list of keys leaves the case open')
  await keyboard.press('Escape')
  await page.waitForURL('**/reviews')
})

test('another has the last word on a dispute, or gives it back (long)', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const awa = await scene.openAs(scene.awa)
  await awa.goto(scene.at(`/verifications/${id}?tab=review`))
  await disputeByKeys(awa)
  await awa.getByText(en('reviews.done.proposed')).waitFor()
  await awa.getByRole('heading', { name: en('reviews.panel.ownProposal') }).waitFor()
  await awa.keyboard.press('n')
  await awa.getByText(en('reviews.nothingNext')).waitFor()
  assert.equal(await awa.getByRole('radio', { name: en('reviews.choose.approve') }).count(), 0)
  const list = await scene.openAs(scene.awa)
  await list.goto(scene.at('/reviews'))
  await list.getByRole('link', { name: en('reviews.figures.byMe', { count: 1 }) }).click()
  const own = list.getByRole('row').filter({ hasText: en('reviews.who.waits') })
  await own
    .getByText(en('verifications.list.reason.name_mismatch'))
    .filter({ visible: true })
    .waitFor()
  await own.getByText(en('labels.status.declined'), { exact: true }).waitFor()
  const { id: reviewId, proposal } = await reviewOf(scene, id)
  const refused = await scene.awa.post(`/reviews/${reviewId}/approve`, {
    proposal_id: proposal?.id,
  })
  assert.equal(refused.error.code, 'second_person_required')

  const omar = await scene.openAs(scene.omar)
  await omar.goto(scene.at('/reviews?state=proposed'))
  await omar.getByRole('link', { name: /^ver_/ }).waitFor()
  await omar.keyboard.press('n')
  await omar.getByRole('heading', { name: en.like('reviews.panel.proposal') }).waitFor()
  await omar.keyboard.press('x')
  await omar.locator('input[type=radio]:focus').waitFor()
  await omar.getByText(en('reviews.bar.missingRejection')).waitFor()
  await omar.keyboard.press('Space')
  await assertSound(omar, 'a proposal answered')
  await send(omar, en('reviews.bar.send.reject'))
  await omar.getByText(en.like('reviews.done.rejected')).waitFor()
  await omar.getByText(en('reviews.done.noneLeft')).waitFor()
  await awa.reload()
  await awa.getByText(en.like('reviews.claimStatus.keptMe')).waitFor()
  await awa.getByRole('heading', { name: en.like('reviews.panel.rejectedBy') }).waitFor()
  await disputeByKeys(awa)
  await awa.getByText(en('reviews.done.proposed')).waitFor()
  await omar.reload()
  await omar.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  await omar.keyboard.press('y')
  await omar.locator('input[type=radio][value=approve]:focus').waitFor()
  await send(omar, en('reviews.bar.send.approve'))
  await omar.getByText(en('reviews.done.closed.dispute')).waitFor()
  await omar.getByText(en.like('reviews.panel.decidedByTwo')).waitFor()
  assert.equal((await reviewOf(scene, id)).state, 'closed')
  await awa.reload()
  // Nobody claims what is closed.
  await awa.getByText(en('verifications.detail.pictures.maskedUntilShown')).first().waitFor()
})

test('an answer to one proposal is none to the next (long)', options, async (t) => {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const { id: reviewId } = await reviewOf(scene, id)
  const propose = async (reason: string) => {
    await scene.awa.post(`/reviews/${reviewId}/claim`)
    const decision = { outcome: 'dispute', reasons: [reason] }
    assert.equal((await scene.awa.post(`/reviews/${reviewId}/decide`, decision)).status, 200)
  }
  await propose('spelling_variant')
  const page = await scene.openAs(scene.omar, { isNew: true })
  await page.clock.install()
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await page.getByRole('heading', { name: en.like('reviews.panel.proposal') }).waitFor()
  await page.keyboard.press('y')
  const bar = page.getByRole('region', { name: en('reviews.bar.label') })
  const sending = bar.getByRole('button', { name: en('reviews.bar.send.approve') })
  await page.keyboard.press('Control+Enter')
  await sending.waitFor()

  scene.clock.advance(11 * 60_000)
  const finding = { finding: 'portrait_differs', subject: 'selfie' }
  const added = await scene.awa.post(`/reviews/${reviewId}/findings`, finding)
  assert.ok(added.status < 300, added.text)
  await propose('document_genuine')
  await page.clock.fastForward(31_000)
  await clickButton(bar, en('reviews.bar.take'))
  await bar.getByText(en.like('reviews.claimStatus.mine')).waitFor()
  assert.equal(await sending.count(), 0)
  assert.equal(
    await page.getByRole('radio', { name: en('reviews.choose.approve'), checked: true }).count(),
    0,
  )
  await page.keyboard.press('y')
  await send(page, en('reviews.bar.send.approve'))
  await bar.getByText(en('reviews.done.closed.dispute')).waitFor()
})

test(
  'a reviewer who loses a review sees who has it, and keeps what they wrote (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
    await page.keyboard.press('y')
    await page.locator('input[type=checkbox]:focus').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('w')
    await page.locator('textarea:focus').waitFor()
    const note = page.getByRole('textbox', { name: en('reviews.panel.note'), exact: true })
    await page.keyboard.type('n')
    await page
      .getByRole('button', { name: en('reviews.panel.noteSave'), disabled: false })
      .waitFor()
    await page.evaluate(countChanges)
    await page.keyboard.type(' is no key here: called the customer.')
    assert.equal(await page.evaluate('globalThis.changes'), 0, 'a letter draws nothing')
    scene.clock.advance(11 * 60_000)
    const letThrough = await holdOthersBack(page, 'reviews/[^/]+/decide$')
    const { id: reviewId } = await reviewOf(scene, id)
    assert.equal((await scene.omar.post(`/reviews/${reviewId}/claim`)).status, 200)
    await page.keyboard.press('Escape')
    await send(page, en('reviews.bar.send.close'))
    letThrough()
    const lost = page.getByRole('alert').filter({ hasText: en('reviews.lost.title') })
    await lost.getByText(en.like('reviews.lost.held')).waitFor()
    assert.match(await note.inputValue(), /called the customer/)
    await assertSound(page, 'a lost case')
    await page.keyboard.press('n')
    const question = page.getByRole('dialog', { name: en('reviews.leave.title') })
    await assertSound(page, 'asked before leaving')
    await clickButton(question, en('reviews.leave.stay'))
    assert.match(await note.inputValue(), /called the customer/)
    assert.equal((await reviewOf(scene, id)).state, 'open')
    await page.keyboard.press('n')
    await clickButton(question, en('reviews.leave.action'))
    await page.getByText(en('reviews.nothingNext')).waitFor()
    assert.match(await note.inputValue(), /called the customer/, 'there is nothing to leave it for')
    const other = await scene.queued('DEMO-EXPIRED')
    await page.keyboard.press('n')
    await clickButton(question, en('reviews.leave.action'))
    await page.waitForURL(`**/verifications/${other}?tab=review`)
  },
)

test(
  'notes and findings stay as saved, and a new finding voids a proposal (long)',
  options,
  async (t) => {
    const scene = await openReviewScene(t)
    const id = await scene.queued()
    const page = await scene.openAs(scene.awa)
    // Before the page is opened: no request of its own is on its way when this begins.
    const letThrough = await holdBack(page, '**/notes')
    await page.goto(scene.at(`/verifications/${id}?tab=review`))
    await page.getByRole('button', { name: en('reviews.bar.take') }).waitFor()
    await page.keyboard.press('w')
    // Each step looks for the focus again, so that one that moved fails the step that it moved in.
    const field = page.locator('textarea:focus')
    await field.pressSequentially('Called back twice.')
    assert.equal(await field.inputValue(), 'Called back twice.')
    await page
      .getByRole('button', { name: en('reviews.panel.noteSave'), disabled: false })
      .waitFor()
    const isAsked = page.waitForRequest('**/notes')
    await field.press('Control+Enter')
    await isAsked
    await page.locator('textarea:focus[readonly]').waitFor()
    letThrough()
    const kept = page.getByRole('listitem').filter({ hasText: 'Called back twice.' })
    await kept.getByText(en('labels.noteAudience.staff')).waitFor()
    assert.equal(await field.inputValue(), '', 'a saved note leaves the field')
    assert.equal(await kept.getByRole('button').count(), 0)
    await page.keyboard.press('Escape')
    await disputeByKeys(page)
    await page.getByText(en('reviews.done.proposed')).waitFor()

    const other = await scene.openAs(scene.omar)
    await other.goto(scene.at(`/verifications/${id}?tab=review`))
    await clickButton(other, en('reviews.panel.addFinding'))
    await other
      .getByLabel(en('reviews.panel.finding'), { exact: true })
      .selectOption('portrait_differs')
    await other.getByLabel(en('reviews.panel.findingAbout'), { exact: true }).selectOption('selfie')
    await other.getByText(en('reviews.panel.findingVoids')).waitFor()
    await assertSound(other, 'form of a finding')
    await clickButton(other, en('reviews.panel.findingSave'))
    await other.getByText(en('reviews.panel.voided')).waitFor()
    assert.equal((await reviewOf(scene, id)).state, 'open')
  },
)

async function disputeByKeys(page: Page): Promise<void> {
  await page.getByRole('region', { name: en('reviews.bar.label') }).waitFor()
  await page.keyboard.press('x')
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.getByText(en('reviews.bar.willPropose.dispute')).waitFor()
  await send(page, en('reviews.bar.send.propose'))
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
