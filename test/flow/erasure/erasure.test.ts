import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fromCommandLine } from '../../../server/audit/audit.ts'
import { isSigned } from '../../../server/erasure/certificate.ts'
import { exportSubject } from '../../../server/erasure/export-subject.ts'
import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import {
  endRelationship,
  releaseHold,
  setHold,
  withdrawRelationshipEnd,
} from '../../../server/erasure/hold-verification.ts'
import { checkCertificate, readCertificate } from '../../../server/erasure/read-certificate.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { person } from '../../api/verifications/sandbox-client.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, filesOf, filesWith, yearMs } from '../../support/erasure.ts'
import { lightImages } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { onSqlite } from '../../support/postgres.ts'
import { openWork } from '../../support/scenes/work-scene.ts'
import { tempFolder } from '../../support/temp-folder.ts'

// A sample drawn at random would open reviews, which keep verifications.
const app = openedBefore(openWork)

const reference = 'planted-reference-8841'

async function sandboxVerification(): Promise<{ readonly id: string; readonly key: string }> {
  app.clock.advance(1000)
  const key = app.sandboxKey
  const json = { ...person, external_ref: reference, score_requested: true }
  const headers = { 'Idempotency-Key': `planted-${app.clock.now()}` }
  const { data, status, text } = await call(`${app.url}/kyc/sandbox/verify`, { key, json, headers })
  assert.equal(status, 200, text)
  return { id: String(data.id), key }
}

async function blocksOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AppError, String(error))
  assert.equal(error.code, 'conflict')
  return (error.options.details ?? []).map(({ code }) => code)
}

function count(table: 'data_keys' | 'images' | 'scores' | 'provider_jobs', id: string) {
  const column = table === 'data_keys' ? 'subject_id' : 'verification_id'
  return app.appliance.db.reader
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(column as never, '=', id as never)
    .executeTakeFirstOrThrow()
    .then((row) => Number(row.count))
}

describe('an erased sandbox verification', () => {
  test(
    'leaves no trace of the person in any file, and its id in the ledger',
    onSqlite,
    async () => {
      const { id } = await sandboxVerification()
      const { wrapped, claims } = await app.appliance.db.reader
        .selectFrom('data_keys')
        .innerJoin('verifications', 'verifications.id', 'data_keys.subject_id')
        .select(['data_keys.wrapped', 'verifications.claims'])
        .where('subject_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.ok(filesWith(app, [reference]).length > 0)
      for (const one of [wrapped, claims]) assert.ok(filesWith(app, [one]).length > 0)
      const entry = await eraseNow(app, id)
      // The master key opens nothing of it any more: neither the wrapped key nor a ciphertext is left.
      assert.deepEqual(filesWith(app, [reference, wrapped, claims]), [])
      assert.deepEqual(
        [entry.counts.data_keys, entry.counts.scores, entry.counts.index_entries],
        [1, 1, 1],
      )
      assert.equal(await count('scores', id), 0)
    },
  )

  test('is not found by a client, with the reason; the list shows it without personal data', async () => {
    const { id, key } = await sandboxVerification()
    await eraseNow(app, id)
    const detail = await call(`${app.url}/kyc/verifications/${id}`, { key })
    assert.deepEqual([detail.status, detail.error.code], [404, 'not_found'])
    assert.equal(detail.error.details?.[0]?.code, 'erased')
    const score = await call(`${app.url}/score/get`, { key, json: { verificationId: id } })
    assert.deepEqual([score.status, score.error.details?.[0]?.code], [404, 'erased'])
    const { data } = await call(`${app.url}/kyc/verifications?limit=1`, { key })
    const [item] = data.items as readonly Record<string, unknown>[]
    assert.deepEqual([item?.id, item?.external_ref ?? null, item?.score ?? null], [id, null, null])
  })

  test('answers no repeat of its request any more', async () => {
    const key = app.sandboxKey
    const json = { ...person, external_ref: reference }
    const headers = { 'Idempotency-Key': 'planted-once' }
    const ask = () => call(`${app.url}/kyc/sandbox/verify`, { key, json, headers })
    const { data } = await ask()
    assert.equal((await ask()).data.id, data.id)
    await eraseNow(app, String(data.id))
    assert.notEqual((await ask()).data.id, data.id)
  })

  test('can be erased once only', async () => {
    const { id } = await sandboxVerification()
    await eraseNow(app, id)
    assert.deepEqual(await blocksOf(eraseNow(app, id)), ['erased'])
  })

  test('has a certificate that this installation signed; an altered one is noticed', async () => {
    const { id } = await sandboxVerification()
    await eraseNow(app, id)
    const { reader } = app.appliance.db
    const { file } = await readCertificate(reader, id)
    const { certificate, signature } = JSON.parse(JSON.stringify(file)) as typeof file
    assert.equal(await checkCertificate(reader, { certificate, signature }), 'valid')
    assert.equal(JSON.stringify(certificate).includes(reference), false)
    const altered = { ...certificate, erased_at: '2020-01-01T00:00:00.000Z' }
    assert.equal(isSigned({ certificate: altered, signature }), false)
    assert.equal(await checkCertificate(reader, { certificate: altered, signature }), 'altered')
  })
})

describe('a client of Senegal', () => {
  test('is kept for ten years from the end of the relationship, and by a legal hold', async () => {
    const id = await app.verified('1990199100042')
    const { appliance, clock } = app
    assert.deepEqual(await blocksOf(eraseNow(app, id)), ['relationship_not_ended'])
    const end = { verificationId: id, endedAt: clock.now() }
    await endRelationship(appliance, fromCommandLine, end)
    assert.deepEqual(await blocksOf(eraseNow(app, id)), ['retention_floor'])
    const floor = await eraseNow(app, id).catch((error: unknown) => error)
    assert.match(String(floor), /must be kept until 21\u00a0Nov\u00a02036: Law 2024-08/)
    clock.advance(10 * yearMs)
    const hold = {
      verificationId: id,
      reason: 'investigation',
      reference: 'C-118',
      until: undefined,
    }
    const { id: holdId } = await setHold(appliance, fromCommandLine, { ...hold, reason: 'audit' })
    assert.deepEqual(await blocksOf(eraseNow(app, id)), ['legal_hold'])
    await releaseHold(appliance, fromCommandLine, holdId)
    const imagesBefore = imageFiles().length
    assert.ok((await count('images', id)) > 0)
    const { counts } = await eraseNow(app, id)
    assert.equal(imageFiles().length, imagesBefore - counts.images)
    assert.deepEqual([await count('images', id), await count('provider_jobs', id)], [0, 0])
    assert.equal(counts.provider_answers, 1)
  })

  test('whose end was stated wrongly is corrected or taken back, and both statements stay', async () => {
    const { appliance, clock } = app
    const verificationId = await app.verified('1990199100059')
    const endedAt = clock.now()
    const state = (at: number) =>
      endRelationship(appliance, fromCommandLine, { verificationId, endedAt: at })
    assert.equal(await state(endedAt), undefined)
    assert.equal(await state(endedAt), undefined)
    clock.advance(3 * 86_400_000)
    assert.equal(await state(clock.now()), endedAt)
    assert.equal(
      await withdrawRelationshipEnd(appliance, fromCommandLine, verificationId),
      clock.now(),
    )
    assert.deepEqual(await blocksOf(eraseNow(app, verificationId)), ['relationship_not_ended'])
    await assert.rejects(
      withdrawRelationshipEnd(appliance, fromCommandLine, verificationId),
      /No end of the relationship/,
    )
    const entries = await appliance.db.reader
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('subject_id', '=', verificationId)
      .where('action', 'in', [
        'verification.relationship_ended',
        'verification.relationship_end_corrected',
      ])
      .orderBy('sequence')
      .execute()
    assert.deepEqual(
      entries.map(({ action, details }) => {
        const { since, former_since } = JSON.parse(String(details))
        return [action.replace('verification.relationship_', ''), since, former_since]
      }),
      [
        ['ended', endedAt, undefined],
        ['ended', endedAt, undefined],
        ['end_corrected', clock.now(), endedAt],
        ['end_corrected', undefined, clock.now()],
      ],
    )
  })

  test('is exported with its images as they were uploaded, before and not after its erasure', async (t) => {
    const id = await app.verified('1990199100042')
    const folder = tempFolder(t)
    const write = (name: string) =>
      exportSubject(app.appliance, fromCommandLine, {
        verificationId: id,
        folder: join(folder, name),
      })
    await assert.rejects(write('nowhere/before'), /nowhere does not exist\. Create it, or name/)
    const { images } = await write('before')
    assert.equal(images, 2)
    const front = readFileSync(join(folder, 'before', 'images', `${id}-front.jpg`))
    assert.ok(front.equals(lightImages.front_image))
    await endRelationship(app.appliance, fromCommandLine, {
      verificationId: id,
      endedAt: app.clock.now(),
    })
    app.clock.advance(10 * yearMs)
    await eraseNow(app, id)
    assert.equal((await write('after')).images, 0)
    const { verifications } = JSON.parse(readFileSync(join(folder, 'after', 'data.json'), 'utf8'))
    assert.deepEqual([verifications[0].claims, verifications[0].provider_answer], [null, null])
  })

  test('every erasure so far leaves the audit log intact, and the usage as it was', async () => {
    const verdict = await verifyAudit(app.appliance)
    assert.deepEqual(verdict.rowFaults, [])
    assert.equal(verdict.isIntact, true)
    const usage = await app.appliance.db.reader.selectFrom('usage_events').select('id').execute()
    assert.ok(usage.length > 0)
  })
})

test('an erasure that was not finished is finished at the next start', async () => {
  const { id } = await sandboxVerification()
  const { appliance } = app
  await eraseNow(app, id)
  await appliance.db.write(async (trx) => {
    const { id: erasureId } = await trx
      .selectFrom('erasures')
      .select('id')
      .where('verification_id', '=', id)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('erasure_certificates').where('erasure_id', '=', erasureId).execute()
    await trx
      .insertInto('erasure_steps')
      .values({ erasure_id: erasureId, step: 'responses', item: '' })
      .execute()
  })
  assert.equal(await finishErasures(appliance), 1)
  assert.equal(await finishErasures(appliance), 0)
  await readCertificate(appliance.db.reader, id)
})

test('the ledger is only ever added to', async () => {
  const { db } = app.appliance
  await assert.rejects(db.write((trx) => trx.deleteFrom('erasures').execute()))
  await assert.rejects(
    db.write((trx) => trx.updateTable('erasures').set({ reason: 'test_data' }).execute()),
  )
})

function imageFiles(): readonly string[] {
  return [...filesOf(app).keys()].filter((file) => /\/images\//.test(file))
}
