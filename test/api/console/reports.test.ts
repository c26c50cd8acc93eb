// Slow: prints documents in threads. test/security/downloads.test.ts prints one in the fast lane.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { reportPages } from '../../../server/console-api/reports/report-pages.ts'
import { call } from '../../support/api-client.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { specimenForm } from '../../support/images/specimens.ts'
import { notAgain } from '../../support/postgres.ts'
import {
  fieldsOf,
  type OperatorScene,
  openOperatorScene,
} from '../../support/scenes/operator-scene.ts'
import { startWork } from '../../support/scenes/work-scene.ts'
import { person, verifyInSandbox } from '../verifications/sandbox-client.ts'

const dayMs = 24 * 60 * 60 * 1000

async function reportFor(client: ConsoleClient, query = ''): Promise<ReportJson> {
  const shown = await fieldsOf(client.get(`/reports?environment=sandbox${query}`))
  return shown as unknown as ReportJson
}

/** Yesterday one decline, today a decline and an error, of two markets. */
async function openReported(t: Parameters<typeof openOperatorScene>[0]): Promise<OperatorScene> {
  const scene = await openOperatorScene(t)
  await verifyInSandbox(scene, { sandbox_outcome: 'face_mismatch', external_ref: 'client-4711' })
  scene.clock.advance(dayMs)
  await verifyInSandbox(scene, { sandbox_outcome: 'face_mismatch' })
  await verifyInSandbox(scene, { sandbox_outcome: 'provider_unreachable' })
  await verifyInSandbox(scene, { country: 'MA', id_type: 'passport', id_number: 'AB1234567' })
  await scene.clients.lead.signIn('lead@bank.example')
  return scene
}

test('a report counts reasons by day, times and approval by market', async (t) => {
  const { clients } = await openReported(t)
  const report = await reportFor(clients.lead)
  assert.deepEqual([report.period.name, report.days.length], ['28_days', 28])
  const [reason, ...others] = report.codes.declined
  assert.deepEqual([reason?.code, reason?.total, others.length], ['face_mismatch', 2, 0])
  assert.deepEqual(reason?.by_day.slice(-3), [0, 1, 1])
  assert.deepEqual(
    report.codes.error.map(({ code, total }) => [code, total]),
    [['provider_unreachable', 1]],
  )
  assert.notEqual(report.times.result.median_ms, null)
  assert.equal(report.times.review.median_ms, null)
  assert.deepEqual(
    report.approval_rates.map(({ country, approved, declined }) => [country, approved, declined]),
    [
      ['MA', 1, 0],
      ['SN', 0, 2],
    ],
  )
})

test('a report of one market and period leaves out all others', notAgain, async (t) => {
  const { clients } = await openReported(t)
  const morocco = await reportFor(clients.lead, '&country=MA')
  assert.deepEqual([morocco.country, morocco.figures.submitted.total], ['MA', 1])
  assert.deepEqual(morocco.codes.declined, [])
  const today = await reportFor(clients.lead, '&period=today')
  assert.deepEqual([today.days.length, today.figures.submitted.total], [1, 3])
  const { error } = await clients.lead.get('/reports?country=XX&period=never&environment=both')
  assert.deepEqual(error.details?.map(({ param }) => param).toSorted(), [
    'country',
    'environment',
    'period',
  ])
})

test('a day is compared with the same hours of yesterday, where that is asked', async (t) => {
  const { clients, clock } = await openReported(t)
  clock.advance(60 * 60 * 1000)
  await clients.lead.signIn('lead@bank.example')
  const report = await reportFor(clients.lead, '&period=today&compare=day_before')
  const { hours, before } = report.comparison
  assert.equal(Date.parse(String(hours?.to)) - Date.parse(String(before?.to)), dayMs)
  assert.equal(Date.parse(String(hours?.from)) - Date.parse(String(before?.from)), dayMs)
  const { total, compared, before: yesterday } = report.figures.submitted
  assert.deepEqual([total, compared, yesterday], [3, 3, 1])
})

test('decisions of staff are counted as such', async (t) => {
  const scene = await startWork(t, {
    settings: { SVC_PROVIDER: 'local', SVC_REVIEW_FOUR_EYES: 'never' },
  })
  const lead = await scene.reviewer('nadia', 'lead')
  for (const outcome of ['approved', 'declined', 'declined']) {
    const body = specimenForm()
    await call(`${scene.url}/kyc/verify`, { key: scene.liveKey, body })
    await scene.server.jobs.idle()
    const { data } = await scene.awa.post('/reviews/next')
    const { id } = data.review as { id: string }
    const reasons = [outcome === 'approved' ? 'document_genuine' : 'face_mismatch']
    const { status, text } = await scene.awa.post(`/reviews/${id}/decide`, { outcome, reasons })
    assert.equal(status, 200, text)
  }
  const report = (await lead.get('/reports')).data as unknown as ReportJson
  assert.deepEqual(
    [report.decided_by_staff.total, report.figures.approved.total, report.figures.declined.total],
    [3, 1, 2],
  )
  const { text } = await lead.post('/reports/export', { format: 'csv' })
  assert.match(text, /,decided_by_staff,,,,,3\r/)
  assert.match(text, /,review_outcome,declined,,,,2\r/)
})

test('leads and auditors read reports, and nobody else', async (t) => {
  const { clients } = await openOperatorScene(t)
  const readers = await Promise.all(
    Object.entries(clients).map(async ([role, client]) => {
      const { status } = await client.get('/reports')
      return [role, status === 200] as const
    }),
  )
  const allowed = readers.filter(([, mayRead]) => mayRead).map(([role]) => role)
  assert.deepEqual(allowed.toSorted(), ['auditor', 'lead'])
})

test('a report as CSV has its filter on each row, no personal data, and its digest in the log', async (t) => {
  const scene = await openReported(t)
  const asked = { environment: 'sandbox', country: 'SN', period: '7_days', format: 'csv' }
  const { status, text, headers } = await scene.clients.lead.post('/reports/export', asked)
  assert.equal(status, 200)
  const report = await reportFor(scene.clients.lead, '&country=SN&period=7_days')
  const { from, to } = report.period
  assert.match(
    String(headers.get('Content-Disposition')),
    new RegExp(`report-sandbox-SN-${from}-${to}\\.csv`),
  )
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
  assert.match(String(head), /^environment,market,from,to,unfinished_at,figure,code/)
  assert.ok(rows.every((row) => row.startsWith(`sandbox,SN,${from},${to},`)))
  const rowsEnding = (ending: string) => rows.filter((row) => row.endsWith(ending)).length
  assert.equal(rowsEnding('declined_reason,face_mismatch,,,,2'), 1)
  assert.equal(rowsEnding(`declined_reason,face_mismatch,,,${to},1`), 1)
  for (const value of [person.id_number, person.last_name, 'client-4711', 'ver_']) {
    assert.equal(text.includes(value), false, value)
  }
  const [entry] = await scene.audited('report.exported')
  assert.deepEqual(entry?.details, {
    environment: 'sandbox',
    format: 'csv',
    separator: 'comma',
    filters: ['country:SN', `created_from:${from}`, `created_to:${to}`],
    hash: createHash('sha256')
      .update(`\uFEFF${text.replace('\uFEFF', '')}`)
      .digest('hex'),
  })
})

/** Three more than before, and reviews of two days. */
async function printedInArabic({ clients }: OperatorScene): Promise<string> {
  const report = await reportFor(clients.auditor)
  const { figures, times } = report
  const hours = { from: report.period.from, to: report.period.to }
  const submitted = { ...figures.submitted, compared: 7, before: 4 }
  const review = { ...times.review, median_ms: 2 * dayMs }
  const changed = {
    ...report,
    comparison: { hours, before: hours, not_compared: null },
    figures: { ...figures, submitted },
    times: { ...times, review },
  }
  const printed = { report: changed, language: 'ar', madeBy: 'Nadia', requestId: 'req_1' } as const
  return JSON.stringify(reportPages(printed).content)
}

test('a report as PDF is printed, and an odd format is refused', notAgain, async (t) => {
  const scene = await openReported(t)
  await scene.clients.auditor.signIn('auditor@bank.example')
  const asked = { environment: 'sandbox', format: 'pdf', language: 'fr' }
  const { status, text } = await scene.clients.auditor.post('/reports/export', asked)
  assert.deepEqual([status, text.slice(0, 5)], [200, '%PDF-'])
  assert.match(
    await printedInArabic(scene),
    /\u200e\+3.*2\u00a0ي/,
    'a sign stands before its number',
  )
  const { error } = await scene.clients.auditor.post('/reports/export', { format: 'xls' })
  assert.deepEqual(
    error.details?.map(({ param }) => param),
    ['format'],
  )
  assert.equal((await scene.audited('report.exported')).length, 1)
})
