import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { insertBackupRun } from '../../server/backup/backup-run-store.ts'
import { checkWords, wordsOf } from '../support/check-words.ts'
import { type ConsoleWords, en } from '../support/console-words.ts'
import { options } from './browser.ts'
import { clickButton } from './click-button.ts'
import { cutNetwork } from './cut-network.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const hourMs = 60 * 60 * 1000
const secret = 'a-token-that-nobody-may-read'
const scoring = { SVC_SCORING_URL: 'https://127.0.0.1:9/v1/score', SVC_SCORING_TOKEN: secret }
const waitingId = `job_${'1'.repeat(26)}`

/** One job that waits for its next try, one that failed for good. */
async function openWithJobs(t: Parameters<typeof openBrowserScene>[0]): Promise<BrowserScene> {
  const scene = await openBrowserScene(t, scoring)
  const nowMs = scene.clock.now()
  const counts = {
    attempts: 2,
    throws: 0,
    runs: 3,
    interruptions: 0,
    lone_deaths: 0,
    step: 'ask' as const,
    is_trial: 0 as const,
    is_ahead: 0 as const,
    created_at: nowMs,
  }
  const job = { ...counts, kind: 'verification.run' as const, payload: '{}' }
  const waiting = {
    ...job,
    id: waitingId,
    subject_id: `ver_${'1'.repeat(26)}`,
    state: 'waiting' as const,
    due_at: nowMs + hourMs,
    failing_since: nowMs,
    reason: 'timeout',
  }
  const failed = {
    ...job,
    id: `job_${'2'.repeat(26)}`,
    subject_id: `ver_${'2'.repeat(26)}`,
    state: 'failed' as const,
    due_at: nowMs,
    finished_at: nowMs,
    reason: 'given_up',
  }
  await scene.appliance.db.write(async (trx) => {
    await trx.insertInto('jobs').values(waiting).execute()
    await trx.insertInto('jobs').values(failed).execute()
  })
  return scene
}

test('the system reads well in each language, theme and width', options, async (t) => {
  const scene = await openWithJobs(t)
  const open = () => scene.openAs('administrator')
  // One group is open, the others stay folded.
  const settle = async (page: Page, say: ConsoleWords) => {
    await settingGroup(page, say('system.settings.group.scoring')).press('Enter')
    await page.getByRole('row', { name: /SVC_SCORING_URL/ }).waitFor()
  }
  await walkPage({ open, address: scene.at('/system'), settle })
})

test('the bar of the disk is read out in whole percents', options, async (t) => {
  const scene = await openWithJobs(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/system'))
  const facts = page.getByRole('region', { name: en('system.machine.title') })
  const bar = facts.getByRole('progressbar')
  assert.match((await bar.getAttribute('aria-valuenow')) ?? '', /^\d+$/)
})

test('checks that are not well stand first and say what to do', options, async (t) => {
  const scene = await openWithJobs(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/system'))
  const checks = page.getByRole('region', { name: en('system.checks.title') })
  const words = checkWords.en
  const groups = checks.locator('summary')
  await groups.first().waitFor()
  const folds = await checks.locator('details').all()
  const states = await Promise.all(folds.map((one) => one.getAttribute('open')))
  const folded = states.indexOf(null)
  assert.ok(folded > 0 && states.slice(folded).every((one) => one === null), 'findings first')
  const jobs = checks.getByRole('listitem').filter({ hasText: words.checks.failed_jobs.name })
  const told = wordsOf('en', { name: 'failed_jobs', code: 'failed', values: { count: 1 } })
  await jobs.getByText(told.finding).waitFor()
  await jobs.getByText(told.advice ?? '').waitFor()
  const provider = wordsOf('en', { name: 'provider', code: 'not_set_up' })
  assert.equal(await checks.getByText(provider.finding).isVisible(), false)
  await groups.filter({ hasText: words.groups.services }).press('Enter')
  await checks.getByText(provider.finding).waitFor()
})

test(
  'the System page says why the last backup failed, and what to do (long)',
  options,
  async (t) => {
    const age = {
      SVC_BACKUP_TO: '/nowhere/backups',
      SVC_BACKUP_RECIPIENT: '/nowhere/recipients.txt',
    }
    const scene = await openBrowserScene(t, age)
    const at = scene.clock.now()
    const ended = { startedAt: at, endedAt: at, cause: 'schedule', target: '/nowhere' } as const
    await scene.appliance.db.write(async (trx) => {
      for (const [id, reason] of [
        ['bkp_1', 'recipient_unusable'],
        ['bkp_2', 'recipient_unusable'],
      ] as const)
        await insertBackupRun(trx, { ...ended, id, result: { outcome: 'failed', reason } })
    })
    const page = await scene.openAs('auditor')
    await page.goto(scene.at('/system'))
    const panel = page.getByRole('region', { name: en('system.backups.title') })
    await panel.getByText(en('system.backups.failedFirst', { count: 2 })).waitFor()
    await panel.getByText(en('system.backups.reason.recipient_unusable')).waitFor()
    await assertSound(page, 'backups that fail')
  },
)

test('slow checks are made when asked for, by keyboard too (long)', options, async (t) => {
  const scene = await openWithJobs(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/system'))
  const checks = page.getByRole('region', { name: en('system.checks.title') })
  await checks.getByText(en('system.checks.slowNever')).waitFor()
  await checks.getByRole('button', { name: en('system.checks.action') }).press('Enter')
  await page.getByText(en('system.checks.done')).waitFor()
  await checks.getByText(en('system.checks.slowAt')).waitFor()
  await checks.locator('summary').filter({ hasText: checkWords.en.groups.database }).press('Enter')
  const told = wordsOf('en', { name: 'integrity', code: 'well' })
  await checks.getByText(told.finding).waitFor()
  await assertSound(page, 'all checks made')
})

test('an administrator has a job tried now; an auditor only sees it (long)', options, async (t) => {
  const scene = await openWithJobs(t)
  const auditor = await scene.openAs('auditor')
  await auditor.goto(scene.at('/system'))
  const rows = auditor.getByRole('table', { name: en('system.jobs.waitingTitle') })
  await rows.getByText(en('system.jobReason.timeout')).waitFor()
  assert.equal(
    await auditor.getByRole('button', { name: en.like('system.jobs.retryNamed') }).count(),
    0,
  )
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/system'))
  await page
    .getByRole('table', { name: en('system.jobs.failedTitle') })
    .getByText('given_up')
    .waitFor()
  const button = page.getByRole('button', { name: en('system.jobs.retryNamed', { id: waitingId }) })
  await button.waitFor()
  assert.equal(
    await page.getByRole('button', { name: en.like('system.jobs.retryNamed') }).count(),
    1,
  )
  scene.forgive()
  await cutNetwork(page, {
    send: () => button.click(),
    isIntact: () => button.waitFor(),
    isDone: () => page.getByText(en('system.jobs.retried')).waitFor(),
  })
  const { reader } = scene.appliance.db
  const job = await reader
    .selectFrom('jobs')
    .select(['due_at', 'runs'])
    .where('id', '=', waitingId)
    .executeTakeFirstOrThrow()
  assert.ok(job.due_at <= scene.clock.now() || job.runs > 3, 'it was hastened')
})

test(
  'a setting is found by any part of it, with its origin and without its secret (long)',
  options,
  async (t) => {
    const scene = await openWithJobs(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/system'))
    const settings = page.getByRole('region', { name: en('system.settings.title') })
    const group = settingGroup(settings, en('system.settings.group.scoring'))
    await group.getByText(en('system.settings.set', { count: 2 })).waitFor()
    assert.equal(await settings.getByRole('row').count(), 0, 'folded groups draw no rows')
    await group.press('Enter')
    await settings.getByRole('row', { name: /SVC_SCORING_URL/ }).waitFor()
    await settings.getByLabel(en('system.settings.search')).fill('scoring token')
    const row = settings.getByRole('row', { name: /SVC_SCORING_TOKEN/ })
    assert.ok((await row.innerText()).endsWith(`••••\t${en('system.settings.from.environment')}`))
    await settings.getByText(en('system.settings.count', { count: 1 }), { exact: true }).waitFor()
    assert.equal((await page.content()).includes(secret), false)
    await settings.getByLabel(en('system.settings.search')).fill('no such thing')
    await settings.getByText(en('system.settings.none')).waitFor()
    assert.equal(await settings.getByRole('list').count(), 0, 'no list without settings')
    await clickButton(settings, en('system.settings.clear'))
    await settings.getByRole('button', { name: en('system.settings.setOnly') }).press('Enter')
    const byDefault = settings
      .getByRole('row')
      .filter({ hasText: en('system.settings.from.default') })
    await byDefault.first().waitFor({ state: 'detached' })
    const shown = await settings.getByRole('row').allInnerTexts()
    assert.ok(shown.length > 2 && shown.every((text) => !text.includes('default')))
    await assertSound(page, 'settings that were set')
  },
)

test(
  'all groups of settings open at once, and a new search opens folded ones',
  options,
  async (t) => {
    const scene = await openBrowserScene(t, scoring)
    const page = await scene.openAs('administrator')
    // As the audit log links to a setting.
    await page.goto(scene.at('/system?setting=SVC_SCORING_URL'))
    const settings = page.getByRole('region', { name: en('system.settings.title') })
    const rows = settings.getByRole('row', { name: /SVC_/ })
    await rows.filter({ hasText: 'SVC_SCORING_URL' }).waitFor()
    assert.equal(await rows.count(), 1)
    const group = settingGroup(settings, en('system.settings.group.scoring'))
    await group.press('Enter')
    await rows.first().waitFor({ state: 'detached' })
    await settings.getByLabel(en('system.settings.search')).fill('scoring')
    await rows.filter({ hasText: 'SVC_SCORING_TOKEN' }).waitFor()
    await clickButton(settings, en('system.settings.clear'))
    await rows.first().waitFor({ state: 'detached' })
    // What is folded away is counted in narrow windows too.
    await page.setViewportSize({ width: 320, height: 800 })
    await group.getByText(en.like('system.settings.count')).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    const expand = settings.getByRole('button', { name: en('system.settings.expandAll') })
    await expand.press('Enter')
    await rows.filter({ hasText: 'SVC_LOG_LEVEL' }).waitFor()
    const count = en('system.settings.count', { count: await rows.count() })
    await settings.getByRole('status').getByText(count, { exact: true }).waitFor()
    await expand.press('Enter')
    await rows.first().waitFor({ state: 'detached' })
  },
)

function settingGroup(place: Page | Locator, title: string): Locator {
  return place.locator('summary').filter({ hasText: title })
}
