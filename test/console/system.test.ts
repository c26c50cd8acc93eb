import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import { withoutChromium } from './browser.ts'
import { type BrowserScene, openBrowserScene } from './scene.ts'
import { assertSound, walkPage } from './walk.ts'

const options = { skip: withoutChromium }
const hourMs = 60 * 60 * 1000
const secret = 'a-token-that-nobody-may-read'
const scoring = { SVC_SCORING_URL: 'https://127.0.0.1:9/v1/score', SVC_SCORING_TOKEN: secret }
const waitingId = `job_${'1'.repeat(26)}`

/** One job that waits for its next try, one that failed for good. */
async function openWithJobs(t: Parameters<typeof openBrowserScene>[0]): Promise<BrowserScene> {
  const scene = await openBrowserScene(t, scoring)
  const nowMs = scene.clock.now()
  const counts = { attempts: 2, throws: 0, runs: 3, interruptions: 0, created_at: nowMs }
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
  const open = (view: object) => scene.openAs('administrator', view)
  const folder = process.env.SVC_TEST_PICTURES
  const images = folder === undefined ? {} : { images: { folder, name: 'system' } }
  // A few of the settings: their table is the longest part, and the same in each row.
  const settle = (page: Page) => page.getByRole('textbox').fill('scoring')
  await walkPage({ open, address: scene.at('/system'), settle, ...images })
})

test('checks that are not well stand first and say what to do', options, async (t) => {
  const scene = await openWithJobs(t)
  const page = await scene.openAs('auditor')
  await page.goto(scene.at('/system'))
  const checks = page.getByRole('region', { name: 'Checks' }).getByRole('listitem')
  assert.match(
    await checks.first().innerText(),
    /^Jobs\s+Needs attention\s+1 job failed in the last 7 days/,
  )
  await checks.filter({ hasText: 'Set SVC_SMILE_PARTNER_ID and SVC_SMILE_API_KEY' }).waitFor()
})

test('an administrator has a job tried now; an auditor only sees it', options, async (t) => {
  const scene = await openWithJobs(t)
  const auditor = await scene.openAs('auditor')
  await auditor.goto(scene.at('/system'))
  const rows = auditor.getByRole('table', { name: 'Waiting for the next run' })
  await rows.getByText('The provider did not respond in time').waitFor()
  assert.equal(await auditor.getByRole('button', { name: /^Run now/ }).count(), 0)
  const page = await scene.openAs('administrator')
  await page.goto(scene.at('/system'))
  await page.getByRole('table', { name: 'Failed' }).getByText('given_up').waitFor()
  await page.getByRole('button', { name: `Run now: ${waitingId}` }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Run now/ }).count(), 1)
  await page.getByRole('button', { name: `Run now: ${waitingId}` }).click()
  await page.getByText('Job started.').waitFor()
  const { reader } = scene.appliance.db
  const job = await reader
    .selectFrom('jobs')
    .select(['due_at', 'runs'])
    .where('id', '=', waitingId)
    .executeTakeFirstOrThrow()
  assert.ok(job.due_at <= scene.clock.now() || job.runs > 3, 'it was hastened')
})

test(
  'a setting is found by any part of it, with its origin and without its secret',
  options,
  async (t) => {
    const scene = await openWithJobs(t)
    const page = await scene.openAs('administrator')
    await page.goto(scene.at('/system'))
    const settings = page.getByRole('region', { name: 'Settings' })
    await settings.getByLabel('Search settings').fill('scoring token')
    const row = settings.getByRole('row', { name: /SVC_SCORING_TOKEN/ })
    assert.match(await row.innerText(), /••••\s+environment/)
    await settings.getByText('1 setting', { exact: true }).waitFor()
    assert.equal((await page.content()).includes(secret), false)
    await settings.getByLabel('Search settings').fill('no such thing')
    await settings.getByText('No setting matches.').waitFor()
    await settings.getByRole('button', { name: 'Clear search' }).click()
    await settings.getByRole('button', { name: 'Explicitly set only' }).press('Enter')
    const byDefault = settings.getByRole('row').filter({ hasText: 'default' })
    await byDefault.first().waitFor({ state: 'detached' })
    const shown = await settings.getByRole('row').allInnerTexts()
    assert.ok(shown.length > 2 && shown.every((text) => !text.includes('default')))
    await assertSound(page, 'settings that were set')
  },
)
