// Slow: prints documents in threads. test/security/downloads.test.ts prints one in the fast lane.
// Not again on PostgreSQL: export-approvals.test.ts and quality.test.ts send its statements there.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { keepCompleted } from '../../support/console-verifications.ts'
import { claimed } from '../../support/images/specimens.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { proposed } from '../../support/scenes/review-steps.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'

async function take(scene: WorkScene, path: string, json: object = {}, client = scene.awa) {
  const response = await fetch(`${scene.server.url}/console/api/verifications/${path}`, {
    method: 'POST',
    headers: {
      Cookie: client.cookie ?? '',
      'svc-csrf': client.csrf,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(json),
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const plainCsv = { format: 'csv', separator: 'comma', environment: 'live', personal: false }

async function exported(scene: WorkScene) {
  const page = { limit: 10, after: undefined }
  const { reader } = scene.appliance.db
  const found = await listAuditEntries(reader, { action: 'verification.exported' }, page)
  return found.map(({ details }) => details)
}

test('a list is exported as it is filtered, with formulas made harmless and no personal data', async (t) => {
  const scene = await startWork(t)
  await scene.verified(claimed.id_number, { external_ref: '=HYPERLINK("x")' })
  await scene.verified('DEMO-MISMATCH', { external_ref: '@sum' })
  const { response, bytes } = await take(scene, 'export')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('Content-Type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('Cache-Control'), 'no-store')
  assert.match(
    response.headers.get('Content-Disposition') ?? '',
    /verifications-live-2026-11-21\.csv/,
  )
  const lines = bytes.toString('utf8').trimEnd().split('\r\n')
  assert.equal(lines.length, 3)
  assert.match(lines[0] ?? '', /^\uFEFFid,environment,status,/)
  assert.ok(lines[1]?.includes(",'@sum,"), lines[1])
  assert.ok(lines[2]?.includes('"\'=HYPERLINK(""x"")"'), lines[2])
  for (const one of [claimed.last_name, claimed.date_of_birth]) {
    assert.equal(bytes.includes(one), false)
  }
  const declined = await take(scene, 'export', { status: 'declined' })
  assert.equal(declined.bytes.toString('utf8').trimEnd().split('\r\n').length, 2)
  const [end, begin] = (await exported(scene)).slice(2)
  assert.deepEqual(begin, { ...plainCsv, filters: [] })
  const hash = createHash('sha256').update(bytes).digest('hex')
  assert.deepEqual(end, { ...begin, count: 2, hash })
})

test('the audit log names the filters of an exported list, and nothing that was typed', async (t) => {
  const scene = await startWork(t)
  const filter = {
    status: 'declined',
    country: 'SN',
    reason: 'name_mismatch',
    created_from: '2026-11-01',
    external_ref: 'customer 42',
    separator: 'semicolon',
  }
  const { bytes } = await take(scene, 'export', filter)
  assert.match(bytes.toString('utf8'), /^\uFEFFid;environment;status;/)
  const begin = (await exported(scene)).at(-1)
  assert.deepEqual(begin, {
    ...plainCsv,
    separator: 'semicolon',
    filters: [
      'status:declined',
      'country:SN',
      'reason:name_mismatch',
      'created_from:2026-11-01T00:00:00.000Z',
      'external_ref',
    ],
  })
  const odd = await take(scene, 'export', { separator: 'tab', status: 'x' })
  const { error } = JSON.parse(odd.bytes.toString('utf8'))
  assert.deepEqual(
    error.details.map(({ param }: { param: string }) => param),
    ['status', 'separator'],
  )
})

test('a list shows the state of each review, and its outcome only once it is closed', async (t) => {
  const scene = await startWork(t)
  const { approve } = await proposed(scene)
  const reviewOf = async () => {
    const { bytes } = await take(scene, 'export')
    const [head = '', row = ''] = bytes.toString('utf8').split('\r\n')
    const cells = row.split(',')
    const names = head.split(',')
    const { data } = await scene.awa.get('/verifications')
    const [listed] = data.items as { review: { state: string; outcome: string | null } }[]
    return {
      cells: ['review_state', 'review_outcome', 'review_closed_at'].map(
        (name) => cells[names.indexOf(name)],
      ),
      listed: [listed?.review.state, listed?.review.outcome],
    }
  }
  assert.deepEqual(await reviewOf(), { cells: ['proposed', '', ''], listed: ['proposed', null] })
  await approve()
  const at = new Date(scene.clock.now()).toISOString()
  assert.deepEqual(await reviewOf(), {
    cells: ['closed', 'overturned', at],
    listed: ['closed', 'dispute'],
  })
})

test('a long list goes out whole, each row once', async (t) => {
  const scene = await startWork(t, { hasThreads: true })
  const rows = 450
  const clock = new ManualClock()
  for (let count = 0; count < rows; count += 1) {
    await keepCompleted({ db: scene.appliance.db, clock })
  }
  const { bytes } = await take(scene, 'export')
  const ids = bytes
    .toString('utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  assert.equal(ids.length, rows)
  assert.deepEqual(ids, [...new Set(ids)].toSorted().toReversed())
})

test('personal details go out only to who proved who they are a moment ago', async (t) => {
  const scene = await startWork(t)
  const id = await scene.verified()
  await scene.awa.signIn('awa@bank.example')
  const list = await take(scene, 'export/personal', { purpose: 'audit' })
  assert.equal(list.response.status, 200)
  assert.ok(
    list.bytes.includes(`${claimed.first_name},${claimed.last_name},${claimed.date_of_birth}`),
  )
  scene.clock.advance(5 * 60_000)
  for (const path of ['export/personal', `${id}/case-file`]) {
    const { response, bytes } = await take(scene, path)
    assert.equal(response.status, 403)
    assert.match(bytes.toString('utf8'), /confirmation_required/)
  }
})

test('personal details go out only for a purpose that the audit log then names', async (t) => {
  const scene = await startWork(t)
  await scene.awa.signIn('awa@bank.example')
  const refused = await take(scene, 'export/personal', { purpose: 'curiosity', status: 'x' })
  assert.equal(refused.response.status, 400)
  const { error } = JSON.parse(refused.bytes.toString('utf8'))
  assert.deepEqual(
    error.details.map(({ param }: { param: string }) => param),
    ['status', 'purpose'],
  )
  assert.deepEqual(await exported(scene), [])
  const reason = 'name_mismatch'
  const forReview = await take(scene, 'export/personal', { purpose: 'review' })
  assert.equal(forReview.response.status, 400, 'nobody holds the reviews of a list')
  const taken = await take(scene, 'export/personal', { purpose: 'complaint', reason })
  assert.equal(taken.response.status, 200)
  const begin = {
    ...plainCsv,
    personal: true,
    filters: ['reason:name_mismatch'],
    reason: 'complaint',
    count: 0,
  }
  assert.deepEqual((await exported(scene)).at(-1), begin)
})

test('a case file has the images, the personal data, the reviews and the timeline, and its digest is kept', async (t) => {
  const scene = await startWork(t)
  const review = await scene.queued()
  await scene.awa.post(`/reviews/${review}/notes`, { text: 'Called the customer: Ndèye Œuvré.' })
  const { data } = await scene.awa.get(`/reviews/${review}`)
  const id = String(data.verification_id)
  await scene.awa.signIn('awa@bank.example')
  const { response, bytes } = await take(scene, `${id}/case-file`, { reason: 'complaint' })
  assert.equal(response.status, 200, bytes.toString('utf8').slice(0, 200))
  assert.equal(response.headers.get('Content-Type'), 'application/pdf')
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  const hash = createHash('sha256').update(bytes).digest('hex')
  assert.equal(response.headers.get('Svc-Sha256'), hash)
  const told = { format: 'pdf', language: 'en', personal: true, hash, reason: 'complaint' }
  assert.deepEqual(await exported(scene), [told])
  assert.equal(bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length, 2)
  assert.ok(textRunsIn(bytes) > 60, 'the pages have text on them')
  const odd = await take(scene, `${id}/case-file`, { reason: 'curiosity', language: 'wo' })
  assert.equal(odd.response.status, 400)
  const { error } = JSON.parse(odd.bytes.toString('utf8'))
  assert.deepEqual(
    error.details.map(({ param }: { param: string }) => param),
    ['reason', 'language'],
  )
  assert.equal((await exported(scene)).length, 1)
  const unclaimed = await take(scene, `${id}/case-file`, { reason: 'review', language: 'fr' })
  assert.equal(unclaimed.response.status, 400, 'whoever holds no review gives another reason')
  assert.equal((await exported(scene)).length, 1)
  const french = await take(scene, `${id}/case-file`, { reason: 'complaint', language: 'fr' })
  assert.match(french.bytes.toString('latin1'), /\/Lang \(fr\)/)
  const taken = (await exported(scene)).filter(({ language }) => language === 'fr')
  assert.equal(taken.length, 1)
})

/** How many pieces of text the pages of a PDF show; their letters are numbers of glyphs of its own font. */
function textRunsIn(pdf: Buffer): number {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)
  let runs = 0
  for (const [, body = ''] of streams) {
    try {
      runs += inflateSync(Buffer.from(body, 'latin1')).toString('latin1').match(/TJ/g)?.length ?? 0
    } catch {
      // An image, which is no deflated text.
    }
  }
  return runs
}
