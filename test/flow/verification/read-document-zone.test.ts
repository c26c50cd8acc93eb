// Slow: reads documents. What the console shows of a read zone stays in the fast lane.
// SQLite only: reads documents. document-zone.test.ts stores what was read.
//
// A live verification whose document is read before the provider is asked: what is found raises a review, or declines
// where the settings enforce it, and a reader that fails stops nothing.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { readSubject } from '../../../server/erasure/read-subject.ts'
import type { MrzReader } from '../../../server/mrz/mrz-reading.ts'
import { openMrzReader } from '../../../server/mrz/open-mrz-reader.ts'
import { verifyAudit } from '../../../server/operations/audit-check/verify-audit.ts'
import { verifyEncryption } from '../../../server/operations/encryption-keys/verify-encryption.ts'
import { call } from '../../support/api-client.ts'
import { eraseNow, outliveRetention } from '../../support/erasure.ts'
import {
  drawExpiring,
  drawPassport,
  drawWrongDigit,
  passportClaims,
} from '../../support/images/drawn-passport.ts'
import { specimen } from '../../support/images/specimens.ts'
import { openZoneReader } from '../../support/images/zone-reader.ts'
import {
  liveForm,
  type RunningAppliance,
  type RunningApplianceOptions,
  startForTest,
} from '../../support/running-appliance.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** One process of the product's own reader for all tests, which reads each picture once; each test counts its own. */
const reader = openZoneReader(() => new Date('2026-11-21T09:00:00Z'))
after(() => reader.close())
const readings = new Map<string, ReturnType<MrzReader['read']>>()

function readOnce(picture: Uint8Array): ReturnType<MrzReader['read']> {
  const key = createHash('sha256').update(picture).digest('hex')
  const reading = readings.get(key) ?? reader.read(picture)
  readings.set(key, reading)
  return reading
}

async function start(
  t: TestContext,
  mode: 'warn' | 'enforce',
  { settings, ...more }: RunningApplianceOptions = {},
) {
  let pictures = 0
  const counting: MrzReader = {
    read(picture) {
      pictures += 1
      return readOnce(picture)
    },
    state: reader.state,
    close() {},
  }
  const app = await startForTest(t, {
    mrzReader: counting,
    ...more,
    settings: { SVC_DOCUMENT_READING: mode, SVC_PREFLIGHT: 'off', ...settings },
  })
  return { app, pictures: () => pictures }
}

const selfie_image = specimen('selfie.jpg')

async function submit(
  { url, liveKey: key }: RunningAppliance,
  front_image: Buffer,
  claims: Readonly<Record<string, string>> = {},
) {
  const body = liveForm({ ...passportClaims, ...claims }, { front_image, selfie_image })
  const { status, data } = await call(`${url}/kyc/verify`, { key, body })
  assert.equal(status, 202)
  return String(data.id)
}

interface ReadBack {
  readonly status: string
  readonly codes: readonly string[]
  readonly checks: readonly string[]
  readonly findings: readonly string[]
  readonly causes: readonly string[]
  readonly smile: Readonly<Record<string, unknown>>
  readonly metered: number
  readonly document: unknown
}

async function finish(app: RunningAppliance, id: string): Promise<ReadBack> {
  const detail = await app.finish(id)
  const { reader } = app.appliance.db
  const row = await reader
    .selectFrom('verifications')
    .select(['checks', 'findings'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const review = await reader
    .selectFrom('reviews')
    .select('causes')
    .where('verification_id', '=', id)
    .executeTakeFirst()
  const metered = await reader
    .selectFrom('usage_events')
    .select('id')
    .where('verification_id', '=', id)
    .where('type', '=', 'kyc.verify')
    .execute()
  const checks: { check: string; result: string; reason?: string }[] = JSON.parse(row.checks)
  const findings: { role: string; code: string }[] = JSON.parse(row.findings)
  const reasons = (detail.reasons ?? []) as { code: string }[]
  return {
    status: String(detail.status),
    codes: reasons.map(({ code }) => code),
    checks: checks
      .filter(({ check }) => check.startsWith('mrz_'))
      .map(({ check, result, reason }) => `${check} ${result} ${reason}`),
    findings: findings.map(({ role, code }) => `${role} ${code}`),
    causes: review === undefined ? [] : JSON.parse(review.causes),
    smile: detail.smile_result as Readonly<Record<string, unknown>>,
    metered: metered.length,
    document: detail.document,
  }
}

const agreeing = [
  'mrz_name passed names_agree',
  'mrz_date_of_birth passed same',
  'mrz_number passed same',
]

describe('a document that is read before the provider is asked', () => {
  test('raises nothing where zone, claims and provider agree', async (t) => {
    const { app, pictures } = await start(t, 'warn')
    const end = await finish(app, await submit(app, drawPassport()))
    assert.equal(end.status, 'approved')
    assert.deepEqual(end.checks, agreeing)
    assert.deepEqual([end.findings, end.causes, end.metered, pictures()], [[], [], 1, 1])
    assert.deepEqual(end.document, {
      verdict: 'valid',
      source: 'front',
      format: 'TD3',
      document_code: 'P',
      issuing_state: 'SEN',
      number: 'A05482731',
      date_of_birth: '1991-02-03',
      expiry_date: '2033-06-14',
      findings: [],
    })
  })

  test('is exported with the person’s data, passes the checks of encryption and audit log, and is erased', async (t) => {
    const { app } = await start(t, 'warn')
    const { appliance } = app
    const id = await submit(app, drawPassport())
    await finish(app, id)
    const [part] = await readSubject(appliance, id)
    const zone = part?.json.document_zone
    assert.deepEqual(
      [zone?.document?.surname, zone?.document?.document_number, zone?.document?.expiry_date],
      ['DIALLO', 'A05482731', '2033-06-14'],
    )
    assert.doesNotMatch(JSON.stringify(zone), /"[a-z]+[A-Z]\w*":/)
    const stored = () =>
      appliance.db.reader.selectFrom('zone_readings').selectAll().executeTakeFirst()
    const row = await stored()
    assert.ok(row?.zone && !row.zone.includes('DIALLO'))
    assert.ok(!JSON.stringify(app.logLines).includes('A05482731'))
    const { checked, faults } = await verifyEncryption(appliance, { sample: undefined })
    assert.deepEqual([checked.zone_readings, faults], [1, []])
    const changedRows = async () => (await verifyAudit(appliance)).rowFaults.length
    assert.equal(await changedRows(), 0)
    await outliveRetention(app, id)
    const { counts, digests } = await eraseNow(app, id)
    assert.equal(counts.zone_readings, 1)
    assert.match(String(digests.zone_reading), /^[0-9a-f]{64}$/)
    assert.equal(await stored(), undefined)
    assert.equal(await changedRows(), 0)
  })

  test('raises a review where a claim differs, and where the zone says that it expired', async (t) => {
    const { app } = await start(t, 'warn')
    const differs = await finish(app, await submit(app, drawPassport(), { id_number: 'B77777777' }))
    assert.deepEqual([differs.status, differs.causes], ['approved', ['mismatch']])
    assert.deepEqual(differs.checks.slice(2), ['mrz_number failed different'])
    const expired = await finish(app, await submit(app, await drawExpiring('261120')))
    assert.deepEqual([expired.status, expired.causes], ['approved', ['finding']])
    assert.deepEqual(expired.findings, ['front mrz_expired'])
  })

  test('raises a review for a wrong check digit, and for a passport without a zone', async (t) => {
    const { app } = await start(t, 'warn')
    const wrong = await finish(app, await submit(app, await drawWrongDigit()))
    assert.deepEqual([wrong.status, wrong.causes], ['approved', ['finding']])
    assert.deepEqual(wrong.findings, ['front mrz_inconsistent'])
    const none = await finish(app, await submit(app, specimen('senegal-id-front.jpg')))
    assert.deepEqual([none.findings, none.checks], [['front mrz_missing'], []])
  })

  test('enforced, declines by digits alone, before anything is paid', async (t) => {
    const { app } = await start(t, 'enforce')
    const passport = drawPassport()
    const cases: readonly (readonly [Buffer, Record<string, string>, readonly string[]])[] = [
      [await drawWrongDigit(), {}, ['document_not_verified']],
      [await drawExpiring('261120'), {}, ['document_expired']],
      [passport, { id_number: 'B77777777' }, ['id_number_mismatch']],
      [passport, { date_of_birth: '1964-10-30' }, ['date_of_birth_mismatch']],
    ]
    for (const [image, claims, codes] of cases) {
      const end = await finish(app, await submit(app, image, claims))
      assert.deepEqual([end.status, end.codes, end.metered], ['declined', codes, 0])
      assert.equal(end.smile.decided_by, 'document_reading')
      assert.ok(end.causes.includes('declined'))
    }
    assert.deepEqual(app.simulator.ledger(), [])
  })

  test('enforced, declines for no name, and not for a zone that is missing', async (t) => {
    const { app } = await start(t, 'enforce')
    const name = { first_name: 'Moussa', last_name: 'Inventa' }
    const other = await finish(app, await submit(app, drawPassport(), name))
    assert.deepEqual([other.status, other.causes], ['approved', ['mismatch']])
    assert.match(String(other.checks[0]), /^mrz_name failed/)
    const none = await finish(app, await submit(app, specimen('senegal-id-front.jpg')))
    assert.deepEqual([none.status, none.causes], ['approved', ['finding']])
    assert.equal(app.simulator.ledger().length, 2)
  })

  test('is read once, however often the job runs', async (t) => {
    const { app, pictures } = await start(t, 'warn')
    app.simulator.setFault({ endpoint: 'upload', calls: 3, fault: { kind: 'status', status: 500 } })
    const end = await finish(app, await submit(app, drawPassport()))
    assert.deepEqual([end.status, end.checks], ['approved', agreeing])
    assert.equal(pictures(), 1)
  })

  test('is read a second time where the reader died at the first', async (t) => {
    let calls = 0
    const mrzReader: MrzReader = {
      async read(picture) {
        calls += 1
        return calls === 1 ? { failure: 'failed' } : readOnce(picture)
      },
      state: reader.state,
      close() {},
    }
    const { app } = await start(t, 'warn', { mrzReader })
    const end = await finish(app, await submit(app, drawPassport()))
    assert.deepEqual([end.status, end.checks, calls], ['approved', agreeing, 2])
  })

  test('goes on without a reading where the reader dies', async (t) => {
    const entry = join(tempFolder(t), 'program.mjs')
    writeFileSync(entry, 'process.exit(9)')
    const mrzReader = openMrzReader({ today: () => new Date(), entry: pathToFileURL(entry) })
    const { app } = await start(t, 'enforce', { mrzReader })
    const end = await finish(app, await submit(app, drawPassport()))
    assert.deepEqual([end.status, end.checks, end.findings], ['approved', [], []])
    assert.ok(app.logLines.some((line) => line.includes('document_not_read')))
  })
})
