// Long: signs in above a page again and again. sign-in.test.ts signs in once.

// A session that ends takes nothing away that somebody has typed: they sign in again above the page, and go on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { Appliance } from '../../server/appliance.ts'
import { fromCommandLine } from '../../server/audit/audit.ts'
import { inTransaction } from '../../server/db/transaction.ts'
import { issueLinkFor } from '../../server/users/passwords/resets.ts'
import { addUser, goodPassword, openConsole } from '../support/console-client.ts'
import { en } from '../support/console-words.ts'
import { codeOf, setUpApp } from '../support/scenes/console-scene.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { holdOthersBack } from './page-requests.ts'
import { openReviewScene } from './review-scene.ts'
import { openBrowserScene } from './scene.ts'
import { assertSound } from './walk.ts'
import { takeCookie } from './watch-browser.ts'

const text = 'The brother of the customer called.'

function endSessions({ db }: Appliance): Promise<unknown> {
  return inTransaction(db, (trx) => trx.deleteFrom('sessions').execute())
}

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: en('account.sessionEnded.title') })

async function enterPassword(page: Page, password = goodPassword): Promise<void> {
  await dialogOf(page).getByLabel(en('frame.proof.label.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const notes = 'reviews/[^/]+/notes$'

/** Awa's page of a review on which she has typed a note. */
async function openNote(t: Parameters<typeof openReviewScene>[0]) {
  const scene = await openReviewScene(t)
  const id = await scene.queued()
  const page = await scene.openAs(scene.awa)
  await page.goto(scene.at(`/verifications/${id}?tab=review`))
  await clickButton(page, en('reviews.bar.take'))
  await page.keyboard.press('w')
  const note = page.getByLabel(en('reviews.panel.note'), { exact: true })
  await note.fill(text)
  return { scene, page, note }
}

test('a note is sent after its writer has signed in again', options, async (t) => {
  const { scene, page, note } = await openNote(t)
  const letThrough = await holdOthersBack(page, notes)
  await endSessions(scene.appliance)
  const answered = page.waitForResponse((response) => response.url().endsWith('/notes'))
  await note.press('Control+Enter')
  assert.equal((await answered).status(), 401)
  letThrough()
  await dialogOf(page).waitFor()
  assert.equal(await page.locator('#main').isVisible(), false)
  assert.doesNotMatch(await page.locator('body').innerText(), /Awa Diop|DEMO-|brother/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await enterPassword(page, 'not the password')
  await page.getByText(en('frame.proof.refused.password')).waitFor()
  await assertSound(page, 'session-ended')
  const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'
  assert.doesNotMatch(await page.evaluate<string>(kept), /brother/)
  await enterPassword(page)
  await page.getByRole('listitem').filter({ hasText: text }).waitFor()
  assert.equal(await dialogOf(page).count(), 0)
  assert.equal(await note.inputValue(), '')
})

test('what is typed is there again after a sign-in in another tab', options, async (t) => {
  const { scene, page, note } = await openNote(t)
  await endSessions(scene.appliance)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await dialogOf(page).waitFor()
  await scene.awa.signIn('awa@bank.example')
  await takeCookie(page, scene.awa, new URL(scene.at('')).origin)
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await note.and(page.locator(':focus')).waitFor()
  assert.equal(await note.inputValue(), text)
  await note.press('Control+Enter')
  await page.getByRole('listitem').filter({ hasText: text }).waitFor()
})

test('whoever else signs in finds nothing of it', options, async (t) => {
  const { scene, page } = await openNote(t)
  await endSessions(scene.appliance)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await dialogOf(page).waitFor()
  await scene.omar.signIn('omar@bank.example')
  await takeCookie(page, scene.omar, new URL(scene.at('')).origin)
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await page.waitForURL(/\/console\/overview$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.doesNotMatch(await page.content(), /brother/)
})

test('what one user asked for is never sent for another', options, async (t) => {
  const { scene, page, note } = await openNote(t)
  await scene.omar.signIn('omar@bank.example')
  const letThrough = await holdOthersBack(page, notes)
  await takeCookie(page, scene.omar, new URL(scene.at('')).origin)
  const answered = page.waitForResponse((response) => response.url().endsWith('/notes'))
  await note.press('Control+Enter')
  assert.equal((await answered).ok(), false)
  letThrough()
  await page.waitForURL(/\/console\/overview$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const entries = scene.appliance.db.reader.selectFrom('review_entries').select('id')
  assert.deepEqual(await entries.where('kind', '=', 'note').execute(), [])
})

test(
  'a window whose user was replaced shows nothing that the new one may see',
  options,
  async (t) => {
    const { scene, page, note } = await openNote(t)
    await note.fill('')
    const administrator = await scene.reviewer('ada', 'administrator')
    const entries = () =>
      scene.appliance.db.reader.selectFrom('audit_entries').select(['action', 'outcome']).execute()
    const letThrough = await holdOthersBack(page, 'reviews\\?')
    await takeCookie(page, administrator, new URL(scene.at('')).origin)
    const before = await entries()
    const answered = page.waitForResponse((response) => response.url().includes('/api/reviews?'))
    await page
      .getByRole('link', { name: en('frame.pages.reviews') })
      .first()
      .click()
    assert.equal((await answered).status(), 403)
    letThrough()
    await page.waitForURL(/\/console\/overview$/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const since = (await entries()).slice(before.length)
    assert.deepEqual(
      since.filter(({ outcome }) => outcome !== 'done'),
      [],
      'no denial of the new one',
    )
  },
)

test(
  'nothing is asked while a session is ended, and what was due is asked once',
  options,
  async (t) => {
    const scene = await openReviewScene(t, { SVC_REVIEW_QUALITY_SAMPLE: '100' })
    const verification = await scene.queued()
    const { data } = await scene.awa.get(`/verifications/${verification}`)
    const { id } = data.review as { readonly id: string }
    await scene.awa.post(`/reviews/${id}/claim`)
    await scene.awa.post(`/reviews/${id}/decide`, confirm)
    const page = await scene.openAs(scene.omar, { isNew: true })
    await page.clock.install({ time: scene.clock.now() })
    await page.goto(scene.at('/reviews'))
    await page.getByRole('button', { name: en.like('reviews.quality.next') }).click()
    await page.getByRole('heading', { name: en('reviews.quality.title') }).waitFor()
    // Of the claim enough is used that it is renewed.
    await page.clock.runFor(160_000)
    await endSessions(scene.appliance)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/console/api/')) asked.push(pathname.slice('/console/api'.length))
    })
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await dialogOf(page).waitFor()
    asked.length = 0
    const work = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await page.keyboard.press('Shift')
        await page.clock.runFor(5_000)
      }
    }
    await work(12)
    assert.deepEqual(
      asked.filter((path) => path !== '/me'),
      [],
    )
    const renewal = page.waitForRequest((request) => request.url().endsWith('/claim'))
    await enterPassword(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: en('reviews.quality.title') }).waitFor()
    await work(2)
    await renewal
    assert.equal(asked.filter((path) => path.endsWith('/claim')).length, 1)
  },
)

test('leaving discards what is typed without another question', options, async (t) => {
  const { scene, page } = await openNote(t)
  await endSessions(scene.appliance)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await clickButton(dialogOf(page), en('account.sessionEnded.leave'))
  await page.getByLabel(en('signIn.fields.email')).waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.doesNotMatch(await page.content(), /brother/)
})

test('account notices are read above the page, too', options, async (t) => {
  const { scene, page, note } = await openNote(t)
  await issueLinkFor(scene.appliance, fromCommandLine, scene.awa.id)
  await endSessions(scene.appliance)
  scene.clock.advance(1_000)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await enterPassword(page)
  const notices = page.getByRole('dialog', { name: en('signIn.notices.title') })
  await notices.waitFor()
  assert.equal(await page.locator('#main').isVisible(), false)
  await assertSound(page, 'notices-above')
  await clickButton(notices, en('signIn.notices.action'))
  await note.and(page.locator(':focus')).waitFor()
  assert.equal(await note.inputValue(), text)
})

test('a second factor is asked for again', options, async (t) => {
  const scene = await openBrowserScene(t, { SVC_SECOND_FACTOR_REQUIRED: 'yes' })
  const { email } = await addUser(scene.appliance, 'reviewer')
  const reviewer = openConsole(scene.server)
  await reviewer.signIn(email)
  const { secret } = await setUpApp(scene, reviewer)
  const page = await scene.open()
  await takeCookie(page, reviewer, new URL(scene.at('')).origin)
  await page.goto(scene.at('/reviews'))
  await page.getByRole('heading', { name: en('reviews.title') }).waitFor()
  await endSessions(scene.appliance)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await enterPassword(page)
  scene.clock.advance(60_000)
  const code = dialogOf(page).getByLabel(en('frame.proof.label.totp'))
  await code.and(page.locator(':focus')).waitFor()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText(en('frame.proof.refused.totp')).waitFor()
  await code.fill(codeOf(secret, scene.clock.now()))
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: en('reviews.title') }).waitFor()
})

test('a dialog keeps what is typed in it, and sends it', options, async (t) => {
  const scene = await openBrowserScene(t)
  await addUser(scene.appliance, 'administrator')
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/users'))
  await clickButton(page, en('users.invite.open'))
  const invite = page.getByRole('dialog', { name: en('users.invite.title') })
  await invite.getByLabel(en('users.columns.name')).fill('Kofi Mensah')
  await endSessions(scene.appliance)
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await dialogOf(page).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await enterPassword(page)
  await invite.waitFor()
  assert.equal(await invite.getByLabel(en('users.columns.name')).inputValue(), 'Kofi Mensah')
})
