// Long: the days of five roles, each in three languages.

// What each role does in a day, from their first page to their last, found by the texts of one language.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { type Language, languages } from '../../console/words/languages.ts'
import { openReceiver } from '../api/webhooks/receiver.ts'
import { anyOf } from '../support/console-words.ts'
import { confirm } from '../support/scenes/review-steps.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { type DayScene, openDay } from './day-scene.ts'
import { arabicKeyboard, latinKeyboard } from './keyboards.ts'
import { isQuiet } from './walk.ts'

for (const language of languages) {
  test(`a reviewer’s day in ${language}`, options, (t) => reviewersDay(t, language))
  test(`a lead’s day in ${language}`, options, (t) => leadsDay(t, language))
  test(`an auditor’s day in ${language}`, options, (t) => auditorsDay(t, language))
  test(`an administrator’s day in ${language}`, options, (t) => administratorsDay(t, language))
  test(`a developer’s day in ${language}`, options, (t) => developersDay(t, language))
}

const narrow = { width: 390, height: 800 } as const

/**
 * Three reviews by keyboard alone, an Arabic one in Arabic: one upheld, one proposed, one left; then what became of
 * them.
 */
async function reviewersDay(t: TestContext, language: Language): Promise<void> {
  const day = await openDay(t, language, 'reviewer')
  const { page, say, look } = day
  const press = await (language === 'ar' ? arabicKeyboard(page) : latinKeyboard(page))
  const first = await day.queued('DEMO-MISMATCH', { external_ref: 'APP-204931' })
  const second = await day.queued('DEMO-EXPIRED')
  await page.goto(day.at('/reviews'))
  await page.getByText('APP-204931').waitFor()
  await look(say('frame.pages.reviews'))
  const bar = page.getByRole('region', { name: say('reviews.bar.label') })
  const decide = async (key: 'y' | 'x', send: string) => {
    await bar.getByText(say.like('reviews.claimStatus.mine')).waitFor()
    await press(key)
    await page.locator('input[type=checkbox]:focus').waitFor()
    await press('Space')
    await press('Control+Enter')
    await page.locator('button:focus', { hasText: send }).waitFor()
    await press('Enter')
  }
  await press('n')
  await page.waitForURL(`**/verifications/${first}?tab=review`)
  // The claim is the reason, so nobody is asked for another one.
  await page.getByRole('heading', { name: 'Awa Testou' }).waitFor()
  await look(`${say('frame.pages.verification')} ${first.slice(0, 8)}…${first.slice(-4)}`)
  await decide('y', say('reviews.bar.send.close'))
  await bar.getByText(say('reviews.done.closed.confirm')).waitFor()
  await press('n')
  await page.waitForURL(`**/verifications/${second}?tab=review`)
  await decide('x', say('reviews.bar.send.propose'))
  await bar.getByText(say('reviews.done.proposed')).waitFor()
  await press('t')
  await page.getByText(say('labels.moment.submitted')).first().waitFor()
  await isQuiet(page)
  await look(`${say('frame.pages.verification')} ${second.slice(0, 8)}…${second.slice(-4)}`)
  await press('Escape')
  await page.waitForURL('**/reviews')

  const { id, proposal } = (await reviewOf(day, second)) as { id: string; proposal: { id: string } }
  const answer = { proposal_id: proposal.id, reason: 'outcome_wrong' }
  assert.equal((await day.omar.post(`/reviews/${id}/reject`, answer)).status, 200)
  await page.reload()
  await page.getByRole('heading', { name: say('reviews.notices.title') }).waitFor()
  await page.getByRole('link', { name: say('reviews.history.title') }).click()
  await page.getByRole('cell', { name: say('reviews.history.result.final') }).waitFor()
  await page.getByRole('cell', { name: say.like('reviews.history.result.rejected') }).waitFor()
  await look(say('reviews.history.title'))

  await page.setViewportSize(narrow)
  await page.goto(day.at('/reviews?state=closed'))
  const closed = page.getByRole('row', { name: /APP-204931/ })
  await closed.getByText(say('labels.reviewOutcome.confirm')).waitFor()
}

/** Assigns what waits, looks at the quality of what was decided, and takes the report along. */
async function leadsDay(t: TestContext, language: Language): Promise<void> {
  const day = await openDay(t, language, 'lead', { SVC_REVIEW_QUALITY_SAMPLE: '100' })
  const { page, say, look, goTo } = day
  const decided = await reviewOf(day, await day.queued())
  await day.awa.post(`/reviews/${decided.id}/claim`)
  day.clock.advance(40_000)
  await day.awa.post(`/reviews/${decided.id}/decide`, confirm)
  await day.queued('DEMO-EXPIRED')
  await page.goto(day.at('/reviews'))
  await page.getByRole('checkbox', { name: say('reviews.bulk.page') }).check()
  await clickButton(page, say('reviews.bulk.assign'))
  const dialog = page.getByRole('dialog', { name: say('reviews.bulk.assignTitle') })
  await dialog.getByRole('combobox', { name: say('reviews.bulk.to') }).click()
  await page.getByRole('option').first().click()
  await look(say('frame.pages.reviews'))
  await clickButton(dialog, say('reviews.bulk.assignAction'))
  await dialog.getByText(say('reviews.bulk.assigned', { count: 1 })).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const assigned = page.getByText(
    anyOf(say.like('reviews.who.assigned'), say('reviews.who.assignedMe')),
  )
  await assigned.filter({ visible: true }).first().waitFor()

  await goTo(say('frame.pages.quality'))
  const figures = page.getByRole('table', { name: say('quality.reviewers.table') })
  await figures
    .getByRole('row')
    .nth(1)
    .getByRole('cell', { name: '1', exact: true })
    .first()
    .waitFor()
  await look(say('frame.pages.quality'))
  const wide = page.viewportSize()
  await page.setViewportSize(narrow)
  const list = page.getByRole('list', { name: say('quality.reviewers.table') })
  await list.getByText(say('quality.reviewers.agreement'), { exact: true }).first().waitFor()
  await page.setViewportSize(wide ?? narrow)
  await goTo(say('frame.pages.reports'))
  await look(say('frame.pages.reports'))
  await clickButton(page, say('reports.export.open'))
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: say('reports.export.pdf') }).click(),
  ])
  assert.equal((await readFile(await file.path())).subarray(0, 5).toString(), '%PDF-')
}

/** Reads one verification with a reason, finds the trace of it, proves the chain, and changes nothing. */
async function auditorsDay(t: TestContext, language: Language): Promise<void> {
  const day = await openDay(t, language, 'auditor')
  const { page, say, look, goTo } = day
  const id = await day.queued()
  await page.goto(day.at(`/verifications/${id}`))
  await page.getByRole('heading', { name: say('verifications.detail.nameMasked') }).waitFor()
  assert.equal(await page.getByRole('region', { name: say('reviews.bar.label') }).count(), 0)
  await clickButton(page, say('verifications.detail.person.show'))
  await clickButton(page.getByRole('dialog'), say('labels.accessReason.audit'))
  await page.getByRole('heading', { name: 'Awa Testou' }).waitFor()
  await look(`${say('frame.pages.verification')} ${id.slice(0, 8)}…${id.slice(-4)}`)
  await page.getByRole('tab', { name: say('verifications.detail.tabs.review') }).click()
  await page.getByText(say('reviews.panel.toRead')).waitFor()
  await page.getByRole('heading', { name: say('reviews.panel.history') }).waitFor()
  await look(`${say('frame.pages.verification')} ${id.slice(0, 8)}…${id.slice(-4)}`)
  await clickButton(page, say('verifications.retention.open'))
  const kept = page.getByRole('dialog', { name: say('verifications.retention.open') })
  await kept.getByText(say('verifications.retention.noHold')).waitFor()
  assert.equal(await kept.getByRole('textbox').count(), 0)
  await page.keyboard.press('Escape')
  await kept.waitFor({ state: 'detached' })
  await clickButton(page, say('verifications.detail.caseFile.open'))
  const filing = page.getByRole('dialog', { name: say('verifications.detail.caseFile.action') })
  const file = page.waitForEvent('download')
  await clickButton(filing, say('verifications.detail.caseFile.action'))
  assert.equal((await file).suggestedFilename(), `${id}.pdf`)
  await page.keyboard.press('Escape')
  await filing.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: say('verifications.detail.auditEntries') }).click()
  await page.waitForURL(`**/audit?subject=${id}*`)
  const saving = say('audit.exported.file')
  await page.getByRole('row', { name: saving }).first().waitFor()
  await goTo(say('frame.pages.audit'))
  const viewed = say('audit.action.verification.personal_details_viewed')
  await page.getByRole('row', { name: viewed }).first().waitFor()
  await look(say('frame.pages.audit'))
  await clickButton(page, say('audit.verify.open'))
  const dialog = page.getByRole('dialog', { name: say('audit.verify.open') })
  await clickButton(dialog, say('audit.verify.open'))
  await dialog.getByText(say.like('audit.verdict.whole')).first().waitFor()
  await look(say('frame.pages.audit'))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await clickButton(page, say('audit.export.open'))
  const exporting = page.getByRole('dialog', { name: say('audit.export.title') })
  const saved = page.waitForEvent('download')
  await clickButton(exporting, say('audit.export.action'))
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
  assert.ok(lines.some((line) => JSON.parse(line).subject?.id === id || line.includes(id)))
  await goTo(say('frame.pages.reports'))
  await goTo(say('frame.pages.overview'))
  await look(say('frame.pages.overview'))
}

/** Looks where attention is needed, invites a colleague, changes a role, and checks the appliance. */
async function administratorsDay(t: TestContext, language: Language): Promise<void> {
  const day = await openDay(t, language, 'administrator')
  const { page, say, look, goTo } = day
  await page.goto(day.at('/overview'))
  await look(say('frame.pages.overview'))
  await goTo(say('frame.pages.users'))
  await clickButton(page, say('users.invite.open'))
  const form = page.getByRole('dialog', { name: say('users.invite.title') })
  await form.getByLabel(say('users.invite.email')).fill('fatou@bank.example')
  await form.getByLabel(say('users.columns.name'), { exact: true }).fill('Fatou Ndiaye')
  await form.getByRole('radio', { name: say('frame.roles.auditor') }).check()
  await look(say('frame.pages.users'))
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: say('users.link.title.invitation') })
  assert.match(await shown.locator('pre, code').first().innerText(), /\/console\/invitation#/)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'Fatou Ndiaye' })
  const state = row.getByText(say('users.state.invited'), { exact: true })
  await state.filter({ visible: true }).first().waitFor()
  await look(say('frame.pages.users'))
  await goTo(say('frame.pages.system'))
  await clickButton(page, say('system.checks.action'))
  await page.getByText(say('system.checks.done')).waitFor()
  await look(say('frame.pages.system'))
  await goTo(say('frame.pages.usage'))
  await look(say('frame.pages.usage'))
  await goTo(say('frame.pages.approvals'))
  await look(say('frame.pages.approvals'))
}

/** Makes a sandbox key, tries it, registers a webhook, sends a test, and reads what came of both. */
async function developersDay(t: TestContext, language: Language): Promise<void> {
  const day = await openDay(t, language, 'developer')
  const { page, say, look, goTo } = day
  const receiver = await openReceiver({ status: 204 })
  t.after(() => receiver.close())
  await page.goto(day.at('/keys?environment=sandbox'))
  await clickButton(page, say('keys.create.open'))
  const form = page.getByRole('dialog', { name: say('keys.create.title.sandbox') })
  await form.getByLabel(say('keys.columns.name')).fill('Core banking')
  await look(say('frame.pages.keys'))
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: say('keys.shown.title') })
  const key = (await made.locator('pre, code').first().innerText()).trim()
  await keep(page, say('keys.shown.kept'), say('keys.shown.done'))
  await goTo(say('frame.pages.developer'))
  await page.goto(day.at('/developer#verifySandbox'))
  await clickButton(page, say('developer.try.open'))
  await page.getByLabel(say('developer.try.key')).fill(key)
  await clickButton(page, say('developer.try.send'))
  const answer = page.getByRole('region', { name: say('developer.try.answer'), exact: true })
  const id = /ver_[0-9a-z]{26}/.exec(await answer.getByText('"external_ref"').innerText())?.[0]
  await look(say('frame.pages.developer'))

  await goTo(say('frame.pages.webhooks'))
  await page
    .getByRole('button', { name: say('webhooks.form.add') })
    .first()
    .click()
  const adding = page.getByRole('dialog', { name: say('webhooks.form.add') })
  await adding.getByLabel(say('webhooks.url')).fill(receiver.url)
  await look(say('frame.pages.webhooks'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: say('webhooks.secret.title') }).waitFor()
  await keep(page, say('webhooks.secret.kept'), say('webhooks.secret.done'))
  await page.getByRole('link', { name: receiver.url }).click()
  await clickButton(page, say('webhooks.test'))
  await page.getByText('HTTP 204').first().waitFor()
  assert.equal(receiver.received[0]?.headers['svc-event-type'], 'webhook.test')
  await isQuiet(page)
  await page.goto(day.at(`/verifications/${id}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await look(`${say('frame.pages.verification')} ${id?.slice(0, 8)}…${id?.slice(-4)}`)
}

async function keep(page: Page, kept: string, done: string): Promise<void> {
  await page.getByLabel(kept).check()
  await clickButton(page, done)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function reviewOf(
  { omar }: DayScene,
  verificationId: string,
): Promise<{ readonly id: string }> {
  const { data } = await omar.get(`/verifications/${verificationId}`)
  return data.review as { readonly id: string }
}
