import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseBoundedJson } from '../../../server/kernel/bounded-json.ts'
import { compareDates } from '../../../server/matching/compare-dates.ts'
import {
  authenticityOf,
  isAboutJob,
  parseTimestamp,
} from '../../../server/providers/smile-id/authenticity.ts'
import { readDocument, seenDocument } from '../../../server/providers/smile-id/document-readings.ts'
import {
  parsePrepAnswer,
  parseResult,
  parseStatusAnswer,
} from '../../../server/providers/smile-id/protocol.ts'
import { sign } from '../../../server/providers/smile-id/signature.ts'
import { nowMs, statusOf } from './smile-answers.ts'

describe('a prep upload answer', () => {
  const link = 'https://store.example/videos/x'
  const understood = { uploadUrl: link, reference: undefined }
  const answers: readonly (readonly [string, unknown, object | undefined])[] = [
    [
      'in full',
      { upload_url: link, smile_job_id: '0000731201', code: '2202', camera_config: 'null' },
      { uploadUrl: link, reference: '0000731201' },
    ],
    ['with a number as code', { upload_url: link, code: 2202 }, understood],
    ['without a code', { upload_url: link }, understood],
    ['with a name as number', { upload_url: link, smile_job_id: 'Awa Teranga' }, understood],
    ['with a number without end', { upload_url: link, smile_job_id: '1'.repeat(101) }, understood],
    ['with another code', { upload_url: link, code: '2201' }, undefined],
    ['without a link', { code: '2202' }, undefined],
    ['with an empty link', { upload_url: '', code: '2202' }, undefined],
    ['that is a text', 'upload_url', undefined],
  ]
  for (const [what, json, expected] of answers) {
    test(`${what} is ${expected ? 'understood' : 'no answer'}`, () => {
      assert.deepEqual(parsePrepAnswer(json), expected)
    })
  }
})

describe('a job status answer', () => {
  test('is nothing unless it is a JSON object', () => {
    for (const text of ['', '{"result":', '<html>', '[]', 'null', '"x"']) {
      assert.equal(parseStatusAnswer(parseBoundedJson(Buffer.from(text))), undefined, text)
    }
  })

  test('keeps the result object as it came, unknown fields and all', () => {
    const raw = { ResultCode: '0810', Novelty: { deep: [1, null] }, Document: 'aGVsbG8=' }
    const { result } = statusOf(raw)
    assert.equal(result.kind === 'object' && result.raw, raw)
  })

  test('takes fields of the wrong type for fields that are missing', () => {
    const fields = parseResult({
      ResultCode: ['0810'],
      DOB: null,
      FullName: {},
      PartnerParams: 'x',
    })
    const { ResultCode, DOB, FullName, PartnerParams } = fields ?? assert.fail('no object')
    const none = [undefined, undefined, undefined, undefined]
    assert.deepEqual([ResultCode, DOB, FullName, PartnerParams], none)
  })

  test('says yes and no as booleans or as words', () => {
    for (const [said, meant] of [
      [true, true],
      ['TRUE', true],
      ['false', false],
      ['', undefined],
      [1, undefined],
    ]) {
      assert.equal(statusOf({}, { job_success: said }).success, meant, String(said))
    }
  })
})

describe('whether an answer is about our job', () => {
  const job = { jobId: 'job-1', userId: 'user-1' }
  const ours = { job_id: 'job-1', user_id: 'user-1', job_type: '6', tenant: 'x' }
  const cases: readonly (readonly [string, unknown, Record<string, unknown>, boolean])[] = [
    ['it echoes both names', { PartnerParams: ours }, {}, true],
    ['the type is a number', { PartnerParams: { ...ours, job_type: 6 } }, {}, true],
    ['it echoes nothing', { ResultCode: '0810' }, {}, true],
    ['it has no result yet', 'No zip uploaded yet', {}, true],
    ['another job is echoed', { PartnerParams: { ...ours, job_id: 'job-2' } }, {}, false],
    ['another user is echoed', { PartnerParams: { ...ours, user_id: 'user-2' } }, {}, false],
    // Its codes mean other things.
    ['it is of another type', { PartnerParams: { ...ours, job_type: 1 } }, {}, false],
    ['another job stands beside the result', { PartnerParams: ours }, { job_id: 'job-2' }, false],
    ['another user stands beside no result', {}, { user_id: 'user-2' }, false],
  ]
  for (const [what, result, envelope, about] of cases) {
    test(`is ${about} when ${what}`, () => {
      assert.equal(isAboutJob(statusOf(result, envelope), job), about)
    })
  }
})

describe('the time of a signature', () => {
  const instantMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  const readable: readonly (readonly [unknown, number])[] = [
    ['2026-01-02T03:04:05.678Z', instantMs],
    ['2026-01-02T03:04:05.678', instantMs],
    ['2026-01-02 03:04:05.678', instantMs],
    ['2026-01-02T03:04:05.678901+00:00', instantMs],
    ['2026-01-02 03:04:05 +0000', instantMs - 678],
    ['2026-01-02T04:04:05.678+01:00', instantMs],
    [instantMs, instantMs],
    [String(instantMs), instantMs],
  ]
  for (const [text, expected] of readable) {
    test(`is read from ${JSON.stringify(text)}`, () => assert.equal(parseTimestamp(text), expected))
  }

  test('is UTC where no zone stands with it, wherever the machine stands', (t) => {
    const zone = process.env.TZ
    t.after(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })
    process.env.TZ = 'Asia/Kolkata'
    assert.equal(parseTimestamp('2026-01-02T03:04:05.678'), instantMs)
    assert.equal(parseTimestamp('2026-01-02 03:04:05.678'), instantMs)
  })

  test('is none where it is no time', () => {
    for (const text of ['', 'yesterday', undefined, {}, '12']) {
      const instant = parseTimestamp(text)
      assert.ok(instant === undefined || Math.abs(nowMs - instant) > 1e11, String(text))
    }
  })

  test('has to be within the window, and hardly in the future', () => {
    const credentials = { partnerId: '085', apiKey: 'test-key' }
    const ageMsMax = 300_000
    const at = (ageMs: number) => {
      const timestamp = new Date(nowMs - ageMs).toISOString()
      const signature = sign(credentials, timestamp)
      return authenticityOf(credentials, { timestamp, signature }, { nowMs, ageMsMax })
    }
    assert.equal(at(0), 'authentic')
    assert.equal(at(300_000), 'authentic')
    assert.equal(at(300_001), 'stale')
    assert.equal(at(-300_000), 'authentic')
    assert.equal(at(-300_001), 'stale')
  })

  test('does not matter where the signature is wrong, and a signed word is no time', () => {
    const credentials = { partnerId: '085', apiKey: 'test-key' }
    const window = { nowMs, ageMsMax: 1_000 }
    const timestamp = new Date(nowMs).toISOString()
    const wrong = { timestamp, signature: sign(credentials, '2026') }
    assert.equal(authenticityOf(credentials, wrong, window), 'bad_signature')
    const word = { timestamp: 'now', signature: sign(credentials, 'now') }
    assert.equal(authenticityOf(credentials, word, window), 'stale')
  })
})

describe('what was read on the document', () => {
  const read = (result: object) => {
    const fields = parseResult(result)
    return fields && readDocument(fields)
  }

  test('is absent rather than “Not Available”', () => {
    const nothing = {
      FullName: 'Not Available',
      FirstName: 'NOT AVAILABLE',
      LastName: ' ',
      IDNumber: 'null',
    }
    assert.deepEqual(read({ ...nothing, DOB: 'NaN-NaN-NaN', ExpirationDate: 'Not Available' }), {})
  })

  test('is trimmed, and a number becomes text', () => {
    assert.deepEqual(read({ FirstName: ' Awa ', IDNumber: 1990200100042 }), {
      firstName: 'Awa',
      idNumber: '1990200100042',
    })
  })

  const oddDates = ['1991-02-30', '1991-13-01', '03/02/1991', '1991-2-3', '19910203']

  test('expires on no date unless it is a real one, year first', () => {
    for (const ExpirationDate of oddDates) assert.deepEqual(read({ ExpirationDate }), {})
    assert.deepEqual(read({ ExpirationDate: '2032-02-29' }), { expiresOn: '2032-02-29' })
  })

  test('has a birth date as it came where that is no real day, so that it agrees with no claim', () => {
    for (const DOB of [...oddDates, '1991', '1991-00-00']) {
      assert.deepEqual(read({ DOB }), { dateOfBirth: DOB })
      assert.notEqual(compareDates('1991-02-03', DOB).verdict, 'match')
    }
    for (const DOB of ['0000-00-00', 'NaN-NaN-NaN', '--']) assert.deepEqual(read({ DOB }), {})
    assert.deepEqual(read({ DOB: '1992-02-29' }), { dateOfBirth: '1992-02-29' })
    assert.deepEqual(read({ DOB: '1991-02-03T00:00:00.000Z' }), { dateOfBirth: '1991-02-03' })
  })

  test('has the other number of the document under either of its names', () => {
    const IDNumber = 'C0034556677'
    for (const name of ['SecondaryIDNumber', 'Secondary_ID_Number']) {
      assert.deepEqual(read({ IDNumber, [name]: '1751199400042' }), {
        idNumber: IDNumber,
        otherIdNumber: '1751199400042',
      })
      assert.deepEqual(read({ IDNumber, [name]: 'Not Available' }), { idNumber: IDNumber })
    }
  })

  test('tells the document only in terms that we know', () => {
    const seen = (result: object) => seenDocument(parseResult(result) ?? assert.fail('no object'))
    const known = { Country: 'SN', IDType: 'IDENTITY_CARD' }
    assert.deepEqual(seen(known), { country: 'SN', idType: 'national_id' })
    for (const IDType of ['NATIONAL_ID', 'Not Available', '']) {
      assert.deepEqual(seen({ Country: 'Senegal', IDType }), {})
    }
    assert.deepEqual(seen({}), {})
  })

  test('is dropped where no document could hold it', () => {
    assert.deepEqual(read({ FullName: 'A'.repeat(201), LastName: 'B'.repeat(200) }), {
      lastName: 'B'.repeat(200),
    })
  })
})
