import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { sameAccessMs } from '../../../server/console-api/verifications/record-accesses.ts'
import { readSubject } from '../../../server/erasure/read-subject.ts'
import { claimed } from '../../support/images/specimens.ts'
import { startWork, type WorkScene } from '../../support/scenes/work-scene.ts'
import { testEngine } from '../../support/score.ts'

const personal = [claimed.first_name, claimed.last_name, claimed.date_of_birth, 'DEMO-MISMATCH']

describe('verifications in the console', () => {
  let scene: WorkScene
  const engine = testEngine()
  let mismatched: string
  let approved: string
  const ends: (() => Promise<void>)[] = []
  before(async () => {
    scene = await startWork(
      { after: (end) => void ends.push(end as () => Promise<void>) },
      { scoring: engine },
    )
    mismatched = await scene.verified('DEMO-MISMATCH')
    approved = await scene.verified(claimed.id_number, {
      score_requested: 'true',
      external_ref: 'c 7',
    })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  const ids = async (query: string) =>
    ((await scene.awa.get(`/verifications?${query}`)).data.items as { id: string }[]).map(
      (one) => one.id,
    )

  test('are listed newest first, without personal data', async () => {
    const { status, data, text } = await scene.awa.get('/verifications')
    assert.equal(status, 200)
    assert.deepEqual(
      (data.items as { id: string }[]).map(({ id }) => id),
      [approved, mismatched],
    )
    for (const one of personal) assert.equal(text.includes(one), false, one)
    const [first] = data.items as Record<string, unknown>[]
    assert.equal(first?.band, 'high')
    assert.equal(first?.external_ref, 'c 7')
  })

  const filters: readonly (readonly [query: string, found: 'approved' | 'mismatched' | 'none'])[] =
    [
      ['status=declined', 'mismatched'],
      ['reason=name_mismatch', 'mismatched'],
      ['reason=face_mismatch', 'none'],
      ['band=high', 'approved'],
      ['band=low', 'none'],
      ['external_ref=c+7', 'approved'],
      ['environment=sandbox', 'none'],
      ['created_to=2026-11-21', 'none'],
      ['country=MA', 'none'],
      ['scoring_skipped=true', 'none'],
    ]
  for (const [query, found] of filters) {
    test(`filtered by ${query} are ${found}`, async () => {
      const expected = { approved: [approved], mismatched: [mismatched], none: [] }[found]
      assert.deepEqual(await ids(query), expected)
    })
  }

  test('refuse a wrong filter with every fault', async () => {
    const { status, error } = await scene.awa.get('/verifications?status=x&band=y&limit=0&at=z')
    assert.equal(status, 400)
    const params = (error.details ?? []).map(({ param }) => param)
    assert.deepEqual(params.toSorted(), ['at', 'band', 'limit', 'status'])
  })

  test('refuse a filter that there is not, with the nearest name', async () => {
    const { status, error } = await scene.awa.get('/verifications?statuss=declined&colour=red')
    assert.deepEqual([status, error.code], [400, 'invalid_request'])
    assert.deepEqual(
      (error.details ?? []).map(({ param, code }) => [param, code]),
      [
        ['statuss', 'unknown'],
        ['colour', 'unknown'],
      ],
    )
    assert.match(error.details?.[0]?.message ?? '', /Did you mean status\?/)
  })

  test('are found by a document number in the body, in any spelling, which leaves a trace', async () => {
    const asked = { id_number: '1990-1991 00042' }
    const { data, text } = await scene.awa.post('/verifications/find', asked)
    assert.deepEqual(
      (data.items as { id: string }[]).map(({ id }) => id),
      [approved],
    )
    assert.equal(text.includes('1990'), false)
    const other = await scene.awa.post('/verifications/find', { ...asked, country: 'MA' })
    assert.deepEqual(other.data.items, [])
    const page = { limit: 10, after: undefined }
    const filter = { action: 'verification.searched', actorId: scene.awa.id } as const
    const found = await listAuditEntries(scene.appliance.db.reader, filter, page)
    assert.deepEqual(
      found.map(({ details }) => details),
      [
        { environment: 'live', count: 0 },
        { environment: 'live', count: 1 },
      ],
    )
  })

  test('show everything that was done, without personal data', async () => {
    const { status, data, text } = await scene.awa.get(`/verifications/${approved}`)
    assert.equal(status, 200)
    for (const one of personal) assert.equal(text.includes(one), false, one)
    assert.equal(data.status, 'approved')
    assert.equal((data.score as { score: number }).score, 612)
    assert.deepEqual(
      (data.images as { role: string }[]).map(({ role }) => role),
      ['front', 'selfie'],
    )
    const provider = data.provider as { job: { state: string; runs: number } }
    assert.equal(provider.job.state, 'done')
    assert.ok(provider.job.runs >= 2)
    const kinds = (data.time_line as { kind: string }[]).map(({ kind }) => kind)
    for (const kind of [
      'submitted',
      'upload_started',
      'provider_accepted',
      'completed',
      'scored',
      'metered',
      'looked',
    ]) {
      assert.ok(kinds.includes(kind), `${kind} of ${kinds.join()}`)
    }
    assert.equal(kinds[0], 'submitted')
    assert.equal(data.erased, false)
  })

  test('show the features of the score, as the engine got them', async () => {
    const { data } = await scene.awa.get(`/verifications/${approved}`)
    assert.deepEqual(data.features, engine.asked[0])
    assert.equal((await scene.awa.get(`/verifications/${mismatched}`)).data.features, null)
  })

  test('show these features also when today’s rules would derive others', async () => {
    const setVersion = (reference_version: string) =>
      scene.appliance.db.write((trx) =>
        trx.updateTable('scores').set({ reference_version }).execute(),
      )
    const before = scene.appliance.scoringReference.version
    await setVersion('2020-01-01')
    const { data } = await scene.awa.get(`/verifications/${approved}`)
    await setVersion(before)
    assert.deepEqual(data.features, engine.asked[0])
  })

  test('show features of another set than today’s, and of before sets had versions', async () => {
    const row = await scene.appliance.db.reader
      .selectFrom('scores')
      .select(['id', 'features', 'features_used'])
      .where('verification_id', '=', approved)
      .executeTakeFirstOrThrow()
    const set = (columns: { readonly features: string | null; readonly features_used: string }) =>
      scene.appliance.db.write((trx) =>
        trx.updateTable('scores').set(columns).where('id', '=', row.id).execute(),
      )
    const { features, features_used } = row
    await set({ features: JSON.stringify(engine.asked[0]), features_used })
    const first = await scene.awa.get(`/verifications/${approved}`)
    assert.deepEqual(first.data.features, engine.asked[0])
    const values = { income_band: 'b', years_as_customer: 4 }
    const names = Object.keys(values)
    await set({
      features: JSON.stringify({ set: 99, values }),
      features_used: JSON.stringify(names),
    })
    const newer = await scene.awa.get(`/verifications/${approved}`)
    const [part] = await readSubject(scene.appliance, approved)
    const made = { reason: 'complaint', language: 'en' }
    const file = await scene.awa.post(`/verifications/${approved}/case-file`, made)
    await set({ features, features_used })
    assert.deepEqual(newer.data.features, values)
    assert.deepEqual((newer.data.score as { featuresUsed: unknown }).featuresUsed, names)
    assert.deepEqual(part?.json.score?.features, values)
    assert.equal(file.status, 200, file.text)
  })

  test('reveal no personal data without an access reason', async () => {
    const told = (await scene.audited(mismatched)).length
    for (const json of [{}, { reason: 'curiosity' }, { reason: '' }, { reason: 'review' }]) {
      const { status, error } = await scene.awa.post(`/verifications/${mismatched}/reveal`, json)
      assert.deepEqual([status, error.param], [400, 'reason'])
    }
    assert.equal((await scene.audited(mismatched)).length, told)
  })

  test('reveal personal data by a separate action, each field next to its reading', async () => {
    const { status, data } = await scene.awa.post(`/verifications/${mismatched}/reveal`, {
      reason: 'complaint',
    })
    assert.equal(status, 200)
    const claims = data.claims as Record<string, unknown>
    assert.equal(claims.last_name, claimed.last_name)
    const { fields } = data.comparison as {
      fields: { field: string; verdict: string; claimed: string; read: string }[]
    }
    assert.deepEqual(
      fields.map(({ field, verdict }) => [field, verdict]),
      [
        ['name', 'mismatch'],
        ['date_of_birth', 'match'],
        ['id_number', 'match'],
      ],
    )
    assert.equal(fields[0]?.claimed, 'Awa Testou')
    assert.notEqual(fields[0]?.read, 'Awa Testou')
    assert.equal((data.answer as { ResultCode: string }).ResultCode, '0810')
  })

  test('record an access once per session within some minutes, with its reason', async () => {
    const id = await scene.verified('DEMO-EXPIRED')
    const path = `/verifications/${id}`
    for (const client of [scene.awa, scene.awa, scene.omar]) await client.get(path)
    await scene.awa.post(`${path}/reveal`, { reason: 'audit' })
    scene.clock.advance(sameAccessMs)
    await scene.awa.get(path)
    assert.deepEqual(await scene.audited(id), [
      ['verification.viewed', {}],
      ['verification.viewed', {}],
      ['verification.personal_details_viewed', { reason: 'audit' }],
      ['verification.viewed', {}],
    ])
  })

  test('that were erased show no personal data any more', async () => {
    const id = await scene.verified()
    const { db } = scene.appliance
    await db.write((trx) => trx.deleteFrom('data_keys').where('subject_id', '=', id).execute())
    assert.equal((await scene.awa.get(`/verifications/${id}`)).data.erased, true)
    assert.equal(
      (await scene.awa.post(`/verifications/${id}/reveal`, { reason: 'complaint' })).status,
      404,
    )
    assert.equal(
      (await scene.awa.get(`/verifications/${id}/pictures/front?reason=audit`)).status,
      404,
    )
  })

  test('are not there under an id that nobody has', async () => {
    for (const id of ['x', `ver_${'0'.repeat(26)}`]) {
      assert.equal((await scene.awa.get(`/verifications/${id}`)).status, 404)
      assert.equal(
        (await scene.awa.post(`/verifications/${id}/reveal`, { reason: 'complaint' })).status,
        404,
      )
    }
  })
})
