import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromSystem } from '../../../server/audit/audit.ts'
import { eraseAgain } from '../../../server/erasure/erase-again.ts'
import type { ErasureEntry } from '../../../server/erasure/erasure.ts'
import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import { setHold } from '../../../server/erasure/hold-verification.ts'
import { readCertificate } from '../../../server/erasure/read-certificate.ts'
import { countLedger, readErasureIds, readLedger } from '../../../server/erasure/read-ledger.ts'
import { runRetention } from '../../../server/erasure/run-retention.ts'
import { AppError } from '../../../server/kernel/app-error.ts'
import { newId } from '../../../server/kernel/ids.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { verifyInSandbox } from '../../api/verifications/sandbox-client.ts'
import { dayMs, eraseNow, filesOf } from '../../support/erasure.ts'
import { confirm } from '../../support/scenes/review-steps.ts'
import { openWork, type WorkScene } from '../../support/scenes/work-scene.ts'

let app: WorkScene
before(async () => {
  app = await openWork({
    settings: {
      SVC_RETENTION_SANDBOX: 'SN=30d',
      SVC_RETENTION_APPLICANT: 'SN=90d',
      SVC_RETENTION_APPLICANT_IMAGES: 'SN=7d',
    },
  })
})
after(() => app.close())

const run = (isDryRun = false) => runRetention(app.appliance, { by: fromSystem, isDryRun })

/** A declined live verification whose review is decided, unless `isOpen`. */
async function applicant(isOpen = false): Promise<string> {
  // The clock has moved past the end of the session.
  await app.awa.signIn('awa@bank.example')
  const review = await app.queued()
  const { verification_id: id } = await app.appliance.db.reader
    .selectFrom('reviews')
    .select('verification_id')
    .where('id', '=', review)
    .executeTakeFirstOrThrow()
  if (isOpen) return id
  await app.awa.post(`/reviews/${review}/claim`)
  const { data, text } = await app.awa.post(`/reviews/${review}/decide`, confirm)
  assert.equal(data.state, 'closed', text)
  return id
}

async function sandbox(): Promise<string> {
  return String((await verifyInSandbox(app)).data.id)
}

const imagesOf = (id: string) =>
  app.appliance.db.reader
    .selectFrom('images')
    .select('file')
    .where('verification_id', '=', id)
    .execute()

describe('the run', () => {
  test('erases by market and kind of data what is past its period, and nothing else', async () => {
    const old = [await sandbox(), await sandbox()]
    const other = String((await verifyInSandbox(app, { country: 'MA' })).data.id)
    app.clock.advance(20 * dayMs)
    const young = await sandbox()
    app.clock.advance(11 * dayMs)
    const held = await sandbox()
    app.clock.advance(-1)
    await setHold(app.appliance, fromSystem, {
      verificationId: old[1] ?? '',
      reason: 'dispute',
      reference: undefined,
      until: undefined,
    })
    const expected = { erased: 1, imagesErased: 0, blocked: { legal_hold: 1 } }
    assert.deepEqual(await run(true), expected)
    assert.deepEqual(await run(true), expected, 'a dry run changes nothing')
    assert.deepEqual(await run(), expected)
    assert.deepEqual(await run(), { ...expected, erased: 0 }, 'what is erased is not found again')
    const { reader } = app.appliance.db
    await readCertificate(reader, old[0] ?? '')
    for (const id of [old[1] ?? '', other, young, held]) {
      await assert.rejects(readCertificate(reader, id))
    }
  })

  test('deletes the images of applicants first, then everything; an open review keeps both', async () => {
    const id = await applicant()
    const open = await applicant(true)
    const files = await imagesOf(id)
    assert.ok(files.length > 0)
    app.clock.advance(8 * dayMs)
    const { imagesErased, blocked } = await run()
    assert.deepEqual([imagesErased, blocked.review_open], [1, 1])
    const left = [...filesOf(app).keys()]
    assert.deepEqual(
      files.filter(({ file }) => left.some((one) => one.endsWith(file))),
      [],
    )
    assert.deepEqual(await imagesOf(id), [])
    assert.ok((await imagesOf(open)).length > 0)
    app.clock.advance(90 * dayMs)
    await run()
    await readCertificate(app.appliance.db.reader, id)
    assert.equal((await verifyAudit(app.appliance)).isIntact, true)
  })

  test('is done by one process at a time; that of a killed one is taken over', async () => {
    await app.appliance.db.write((trx) =>
      trx
        .updateTable('retention_run')
        .set({ owner: 'another', lease_until: app.clock.now() + 60_000 })
        .execute(),
    )
    const refused = await run().catch((error: unknown) => error)
    assert.ok(refused instanceof AppError && refused.code === 'conflict', String(refused))
    app.clock.advance(60_001)
    await run()
  })
})

describe('the ledger', () => {
  test('erases again what an older database still has', async () => {
    const erased = await sandbox()
    await eraseNow(app, erased)
    const { db } = app.appliance
    const entries: ErasureEntry[] = []
    for await (const some of readLedger(db.reader)) entries.push(...some)
    const last = entries.at(-1)
    assert.ok(last)
    assert.equal(last.verification_id, erased)
    const ids: string[] = []
    for await (const some of readErasureIds(db.reader)) ids.push(...some)
    assert.deepEqual(
      ids,
      entries.map(({ id }) => id),
    )
    assert.equal(await countLedger(db.reader), ids.length)

    // As a restored backup has it: the verification from before its erasure.
    const restored = await sandbox()
    const entry = { ...last, id: newId('era', app.clock.now()), verification_id: restored }
    assert.equal(await eraseAgain(db, [...entries, entry]), 1)
    assert.equal(await eraseAgain(db, [entry]), 0, 'may be called twice')
    await finishErasures(app.appliance)
    await readCertificate(db.reader, restored)
    const keys = await db.reader
      .selectFrom('data_keys')
      .select('subject_id')
      .where('subject_id', '=', restored)
      .execute()
    assert.deepEqual(keys, [])
    assert.equal((await verifyAudit(app.appliance)).isIntact, true)
  })
})
