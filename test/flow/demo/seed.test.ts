// Slow: draws and decodes the images of forty verifications.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Appliance } from '../../../server/appliance.ts'
import type { LoadedSettings } from '../../../server/config.ts'
import { openDataKey } from '../../../server/data-keys/open-data-key.ts'
import { readDemoNotes } from '../../../server/demo/demo-notes.ts'
import { castOf } from '../../../server/demo/invented/cast.ts'
import { zoneOf } from '../../../server/demo/invented/documents.ts'
import { type Face, faceOf, otherFaceThan } from '../../../server/demo/invented/faces.ts'
import { surnameSuffix } from '../../../server/demo/invented/people.ts'
import { jpegOptions } from '../../../server/demo/seed-images.ts'
import type { Canvas } from '../../../server/demo/specimens/canvas.ts'
import { documentValues } from '../../../server/demo/specimens/document-values.ts'
import { openPrintDocument } from '../../../server/demo/specimens/print-document.ts'
import { loadSharpForDrawing, type Sharp } from '../../../server/images/decoder/load-sharp.ts'
import { imageBinding } from '../../../server/images/storage/image-binding.ts'
import { listImages } from '../../../server/images/storage/image-store.ts'
import { stateOf } from '../../../server/keys/key.ts'
import { listKeys } from '../../../server/keys/key-view.ts'
import { findReviewOf } from '../../../server/reviews/review-store.ts'
import { bandOf, bands } from '../../../server/scoring/bands.ts'
import { scoreOf } from '../../../server/scoring/score.ts'
import {
  decryptClaims,
  decryptProviderAnswer,
} from '../../../server/verifications/erasure/encrypted-columns.ts'
import { isProviderAnswered } from '../../../server/verifications/provider-job/provider-answered.ts'
import { verificationStatuses } from '../../../server/verifications/verification.ts'
import { findEncryptedColumns } from '../../../server/verifications/verification-store.ts'
import {
  demoSettings,
  everyVerification,
  openSeeded,
  placeSeeded,
  seededCount,
  seededUntil,
  seedOnce,
} from '../../support/seeded-demo.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { whatWasRead } from './what-was-read.ts'

const dayMs = 24 * 3_600_000

describe('the invented fortnight of the demo', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'))
  let loaded: LoadedSettings
  let appliance: Appliance
  before(async () => {
    await placeSeeded(dataDir)
    loaded = demoSettings(dataDir)
    appliance = await openSeeded(loaded)
  })
  after(async () => {
    await appliance.close()
    rmSync(dataDir, { recursive: true })
  })

  test('has every status, market, document, band and both environments', async () => {
    const all = await everyVerification(appliance)
    assert.equal(all.length, seededCount)
    const seen = <Value>(of: (one: (typeof all)[number]) => Value) => new Set(all.map(of))
    assert.deepEqual([...seen(({ status }) => status)].sort(), [...verificationStatuses].sort())
    assert.deepEqual(seen(({ environment }) => environment).size, 2)
    assert.deepEqual([...seen(({ country }) => country)].sort(), ['MA', 'SN'])
    assert.equal(seen(({ idType }) => idType).size, 3)
    const live = all.filter(({ environment }) => environment === 'live')
    const scores = live.flatMap(({ scoring }) => scoreOf(scoring) ?? [])
    assert.equal(new Set(scores.map(({ score }) => bandOf(score).band)).size, bands.length)
    assert.ok(live.some(({ scoring }) => scoring.state === 'skipped'))
    assert.ok(new Set(live.flatMap(({ reasons }) => reasons)).size >= 10)
    assert.ok(live.some(({ findings }) => findings.length > 0))
  })

  test('is about invented customers who are all different and recognisable as invented', async () => {
    const people: string[] = []
    for (const { id } of await everyVerification(appliance)) {
      const key = await openDataKey(appliance, appliance.db.reader, id)
      const encrypted = await findEncryptedColumns(appliance.db.reader, id)
      assert.ok(key && encrypted)
      const { firstName, lastName, idNumber } = decryptClaims(key, id, encrypted.claims)
      assert.ok(lastName?.endsWith(`-${surnameSuffix}`))
      people.push(`${firstName} ${lastName}`, String(idNumber))
    }
    assert.equal(new Set(people).size, 2 * seededCount)
  })

  test('has images that decrypt to what they were', async () => {
    const all = await everyVerification(appliance)
    for (const { id, environment } of all) {
      const images = await listImages(appliance.db.reader, id)
      assert.equal(images.length >= 2, environment === 'live')
      const key = await openDataKey(appliance, appliance.db.reader, id)
      for (const { file, role, sha256: expected } of images) {
        assert.ok(key)
        const bytes = await appliance.files.read(file, key, imageBinding(role))
        assert.equal(sha256(bytes), expected)
      }
    }
  })

  test('shows on its documents what the provider read there, a claim beside it or not', async () => {
    const sharp = await loadSharpForDrawing()
    const print = openPrintDocument(sharp)
    const altered = castOf(seededCount).find((part) => 'isAltered' in part && part.isAltered)
    let mismatches = 0
    for (const one of await everyVerification(appliance)) {
      const { id, environment, country, idType, reasons, findings } = one
      const key = await openDataKey(appliance, appliance.db.reader, id)
      const encrypted = await findEncryptedColumns(appliance.db.reader, id)
      if (environment !== 'live' || !key || !encrypted?.providerAnswer) continue
      const claims = decryptClaims(key, id, encrypted.claims)
      const read = whatWasRead(decryptProviderAnswer(key, id, encrypted.providerAnswer))
      if (read === undefined || country !== 'SN' || findings.length > 0) continue
      const isMismatch = reasons.includes('name_mismatch')
      assert.equal(read.lastName !== claims.lastName?.toUpperCase(), isMismatch)
      if (isMismatch) mismatches += 1
      const order = {
        form: `SN-${idType}-front`,
        face: faceOf({ country: 'SN', sex: read.gender, idNumber: read.idNumber }),
        values: documentValues(
          { country: 'SN', idType },
          read,
          zoneOf({ isAltered: read.idNumber === altered?.person.idNumber }, read),
        ),
      }
      const printed = await print(order, (canvas) => sha256OfJpeg(sharp, canvas))
      const images = await listImages(appliance.db.reader, id)
      const shown = images.find(({ role }) => role === 'front')
      assert.equal(shown?.sha256, printed)
    }
    assert.ok(mismatches > 0)
  })

  test('has one passport whose altered date only its zone tells, and whose review waits', async () => {
    const found = (await everyVerification(appliance)).filter(({ checks }) =>
      checks.some(({ check }) => check.startsWith('mrz_')),
    )
    const [one] = found
    assert.equal(found.length, 1)
    const failed = one?.checks.filter(({ result }) => result === 'failed')
    assert.deepEqual(
      [one?.status, failed?.map(({ check }) => check)],
      ['approved', ['mrz_date_of_birth']],
    )
    const { progress, causes } = (await findReviewOf(appliance.db.reader, one?.id ?? '')) ?? {}
    // Which of the last reviews wait for their second approval is left to chance.
    assert.match(String(progress?.state), /^(?:open|proposed)$/)
    assert.deepEqual(causes, ['mismatch'])
  })

  test('shows another face on the selfie exactly where the faces differed', async () => {
    for (const { id, environment, reasons } of await everyVerification(appliance)) {
      if (environment !== 'live') continue
      const key = await openDataKey(appliance, appliance.db.reader, id)
      const encrypted = await findEncryptedColumns(appliance.db.reader, id)
      const images = await listImages(appliance.db.reader, id)
      const selfie = images.find(({ role }) => role === 'selfie')
      assert.ok(key && encrypted && selfie)
      const { idNumber } = decryptClaims(key, id, encrypted.claims)
      const person = peopleByNumber.get(idNumber ?? '')
      assert.ok(person)
      const isOther = selfie.sha256 === sha256OfSelfie(otherFaceThan(person))
      assert.equal(isOther, reasons.includes('face_mismatch'))
    }
  })

  test('is spread over fourteen days, and nothing of it lies ahead', async () => {
    const all = await everyVerification(appliance)
    const ages = all.map(({ createdAt }) => seededUntil - createdAt)
    assert.ok(Math.min(...ages) > 0 && Math.max(...ages) <= 14 * dayMs)
    assert.ok(new Set(ages.map((age) => Math.floor(age / dayMs))).size >= 10)
    assert.ok(all.every(({ createdAt, completedAt }) => (completedAt ?? createdAt) >= createdAt))
    assert.ok(all.every(({ completedAt }) => (completedAt ?? 0) <= seededUntil))
    const entries = await appliance.db.reader.selectFrom('audit_entries').select('at').execute()
    assert.ok(entries.length >= 15 && entries.every(({ at }) => at <= seededUntil))
  })

  test('meters what came of it', async () => {
    const all = await everyVerification(appliance)
    const rows = await appliance.db.reader.selectFrom('usage_events').select('type').execute()
    const metered = (type: string) => rows.filter((row) => row.type === type).length
    assert.equal(metered('kyc.verify'), all.filter(isProviderAnswered).length)
    assert.equal(metered('score.get'), all.filter(({ scoring }) => scoreOf(scoring)).length)
  })

  test('has a webhook in order and one that fails, with a delivery given up and one to retry', async () => {
    const rows = await appliance.db.reader
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select(['webhooks.url', 'state', 'attempts'])
      .where('event_type', '!=', 'webhook.test')
      .execute()
    const states = (path: string) =>
      rows.filter(({ url }) => new URL(url).pathname === path).map(({ state }) => state)
    const ended = (await everyVerification(appliance)).filter(
      ({ environment, status }) => environment === 'live' && status !== 'pending',
    )
    assert.equal(states('/').length, ended.length)
    assert.deepEqual([...new Set(states('/'))], ['delivered'])
    assert.deepEqual([...new Set(states('/status/503'))].sort(), ['failed', 'pending'])
    assert.ok(rows.some(({ state, attempts }) => state === 'pending' && attempts > 1))
  })

  test('has a queue that reviewers have worked on, with something left for each of them', async () => {
    const { db } = appliance
    const reviews = await db.reader
      .selectFrom('reviews')
      .select(['state', 'causes', 'outcome', 'proposed_by', 'decided_by', 'approved_by'])
      .execute()
    const inState = (state: string) => reviews.filter((one) => one.state === state)
    assert.ok(inState('open').length >= 3)
    assert.ok(new Set(inState('open').map(({ causes }) => causes)).size >= 2)
    const { id: reviewer } = await db.reader
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'reviewer@demo.example')
      .executeTakeFirstOrThrow()
    const proposed = inState('proposed')
    assert.ok(proposed.some(({ proposed_by: by }) => by !== reviewer))
    const closed = inState('closed')
    assert.deepEqual(new Set(closed.map(({ outcome }) => outcome)).size, 2)
    assert.equal(new Set(closed.map(({ decided_by: by }) => by)).size, 2)
    const users = await db.reader
      .selectFrom('users')
      .select(['email', 'last_signed_in_at'])
      .execute()
    const absent = users.filter(({ last_signed_in_at: at }) => at === null)
    assert.deepEqual(absent, [], 'whoever worked has signed in')
    for (const { outcome, decided_by: by, approved_by: second } of closed) {
      assert.equal(outcome === 'dispute', second !== null)
      assert.notEqual(by, second)
    }
  })

  test('has quality checks that the lead made, apart from what was decided last', async () => {
    const { db } = appliance
    const checks = await db.reader
      .selectFrom('quality_checks')
      .select(['involved', 'checked_by', 'result'])
      .execute()
    const made = checks.filter(({ checked_by: by }) => by !== null)
    assert.ok(made.some(({ result }) => result === 'agreed'))
    assert.ok(made.some(({ result }) => result === 'other_reasons'))
    assert.ok(checks.length - made.length <= 4)
    for (const { involved, checked_by: by } of made) assert.ok(!involved.includes(by ?? ''))
  })

  test('has keys of every state and with different rights', async () => {
    const keys = await listKeys(appliance.db.reader, {}, { limit: 100, after: undefined })
    const states = new Set(keys.map((key) => stateOf(key, seededUntil)))
    assert.deepEqual([...states].sort(), ['active', 'expired', 'revoked'])
    assert.ok(new Set(keys.map(({ scopes }) => scopes.join())).size >= 4)
    assert.ok(keys.some(({ expiresAt }) => expiresAt !== undefined && expiresAt > seededUntil))
    assert.ok(keys.some(({ rotatedFrom }) => rotatedFrom !== undefined))
    assert.ok(keys.some(({ lastUsedAt }) => lastUsedAt !== undefined))
  })

  test('is lived through once a folder', async () => {
    const [newest] = await everyVerification(appliance)
    await seedOnce(loaded, { nowMs: seededUntil + dayMs })
    const again = await everyVerification(appliance)
    assert.deepEqual([again.length, again[0]?.id], [seededCount, newest?.id])
  })
})

const peopleByNumber = new Map(castOf(seededCount).map(({ person }) => [person.idNumber, person]))

async function sha256OfJpeg(sharp: Sharp, canvas: Canvas): Promise<string> {
  const { pixels, width, height } = canvas
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } })
  return sha256(await photo.jpeg(jpegOptions).toBuffer())
}

function sha256OfSelfie(face: Face): string {
  const folder = new URL('../../../data/reference/specimens/forms/', import.meta.url)
  return sha256(readFileSync(new URL(`selfie-${face}.jpg`, folder)))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test('a folder that somebody has worked in is left as it is', async (t) => {
  const loaded = demoSettings(tempFolder(t))
  const appliance = await openSeeded(loaded)
  t.after(() => appliance.close())
  await seedOnce(loaded)
  assert.equal((await everyVerification(appliance)).length, 0)
  assert.equal(readDemoNotes(loaded.config).invented, undefined)
})
