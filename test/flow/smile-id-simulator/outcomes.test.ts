import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JobType } from '../../../server/demo/smile-id-simulator/job.ts'
import { openWorld, statusAfter, submit } from './integrator.ts'

const job = { jobId: 'kyc-1', userId: 'user-1' }
const stated = {
  country: 'SN',
  id_type: 'IDENTITY_CARD',
  first_name: 'Ndèye Fatou',
  last_name: 'Exemplaire',
  dob: '1991-02-03',
}

/** Number, code, job_success, and the actions that matter. */
const steered: readonly (readonly [string, string, boolean, Record<string, string>])[] = [
  ['1990200100042', '0810', true, { Verify_Document: 'Passed', Liveness_Check: 'Passed' }],
  ['DEMO-DECLINED', '0811', false, { Selfie_To_ID_Card_Compare: 'Failed' }],
  ['demo-declined', '0811', false, { Selfie_To_ID_Card_Compare: 'Failed' }],
  ['DEMO-DOCUMENT-FAILED', '0811', false, { Document_Check: 'Failed' }],
  ['DEMO-LIVENESS-FAILED', '0811', false, { Liveness_Check: 'Failed' }],
  ['DEMO-ERROR', '0001', false, {}],
  ['DEMO-PROVISIONAL', '0810', true, { Document_Check: 'Sent to Human Review' }],
  ['DEMO-PROVISIONAL-DECLINED', '0811', false, { Human_Review_Compare: 'Failed' }],
  ['DEMO-MISMATCH', '0810', true, { Verify_Document: 'Passed' }],
  ['DEMO-EXPIRED', '0817', true, { Verify_Document: 'Passed' }],
  ['DEMO-SLOW', '0810', true, { Verify_Document: 'Passed' }],
  ['DEMO-WALLET-EMPTY', '2222', false, {}],
  ['DEMO-UNREADABLE', '0812', false, { Document_Check: 'Not Done' }],
  ['DEMO-NOT-ACCEPTED', '0816', false, { Document_Check: 'Not Done' }],
  ['DEMO-CONTRADICTION', '0810', true, { Selfie_To_ID_Card_Compare: 'Failed' }],
  ['DEMO-NO-ACTIONS', '0810', true, {}],
  ['DEMO-NOT-APPLICABLE', '0810', true, { Document_Check: 'Not Applicable' }],
  ['DEMO-NO-FACE-COMPARISON', '0810', true, { Document_Check: 'Passed' }],
  ['DEMO-DISAGREEMENT', '0810', false, { Verify_Document: 'Passed' }],
  ['DEMO-UNKNOWN-CODE', '0899', true, { Verify_Document: 'Passed' }],
  ['DEMO-UNKNOWN-ACTION', '0810', true, { Hologram_Check: 'Pondered' }],
  ['DEMO-FRAUD', '0810', true, { Verify_Document: 'Passed' }],
  ['DEMO-NO-READINGS', '0810', true, { Verify_Document: 'Passed' }],
]

describe('The id number', () => {
  for (const [number, code, success, actions] of steered) {
    test(`${number} leads to ${code}`, async (t) => {
      const world = await openWorld(t)
      await submit(world, { ...job, idInfo: { ...stated, id_number: number } })
      const { isComplete, isSuccess, result } = await statusAfter(world, job, 60_000)
      assert.deepEqual([isComplete, isSuccess, result.ResultCode], [true, success, code])
      assert.partialDeepStrictEqual(result.Actions, actions)
    })
  }

  test('DEMO-SLOW takes twenty seconds', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo: { ...stated, id_number: 'DEMO-SLOW' } })
    assert.equal((await statusAfter(world, job, 19_999)).isComplete, false)
    assert.equal((await statusAfter(world, job, 1)).isComplete, true)
  })

  test('DEMO-UNDECIDED stays provisional for ever', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo: { ...stated, id_number: 'DEMO-UNDECIDED' } })
    const { isComplete, result } = await statusAfter(world, job, 7 * 24 * 60 * 60 * 1000)
    assert.deepEqual([isComplete, result.ResultCode], [false, '0814'])
  })

  test('DEMO-WALLET-EMPTY that is only in the zip costs nothing', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo: { ...stated, id_number: 'DEMO-WALLET-EMPTY' } })
    assert.equal(world.simulator.ledger()[0]?.paid, 0)
  })

  test('is taken from the prep upload where the zip has none', async (t) => {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo: stated, prep: { id_number: 'DEMO-DECLINED' } })
    assert.equal((await statusAfter(world, job, 2_000)).result.ResultCode, '0811')
  })
})

describe('What is read on the document', () => {
  async function readings(t: Parameters<typeof openWorld>[0], idInfo: Record<string, unknown>) {
    const world = await openWorld(t)
    await submit(world, { ...job, idInfo })
    return (await statusAfter(world, job, 2_000)).result
  }

  test('is what was stated, in capitals', async (t) => {
    assert.partialDeepStrictEqual(await readings(t, { ...stated, id_number: '1990200100042' }), {
      Country: 'SN',
      IDType: 'IDENTITY_CARD',
      IDNumber: '1990200100042',
      FullName: 'NDÈYE FATOU EXEMPLAIRE',
      FirstName: 'NDÈYE FATOU',
      LastName: 'EXEMPLAIRE',
      OtherName: 'Not Available',
      DOB: '1991-02-03',
      ExpirationDate: '2031-11-20',
      Address: 'Not Available',
    })
  })

  test('is an invented person, always the same one, without claims', async (t) => {
    const first = await readings(t, { country: 'MA' })
    const second = await readings(t, { country: 'MA' })
    assert.deepEqual(first, second)
    assert.match(String(first.FullName), /^[A-Z]+ [A-Z]+$/)
    assert.match(String(first.DOB), /^(19|20)\d{2}-\d{2}-\d{2}$/)
    assert.match(String(first.IDNumber), /^\d{13}$/)
  })

  test('bears another name for DEMO-MISMATCH, and the right number and date', async (t) => {
    const read = await readings(t, { ...stated, id_number: 'DEMO-MISMATCH' })
    assert.ok(!String(read.FullName).includes('EXEMPLAIRE'))
    assert.ok(!String(read.FullName).includes('FATOU'))
    assert.deepEqual([read.IDNumber, read.DOB], ['DEMO-MISMATCH', '1991-02-03'])
  })

  test('never is by chance the stated name for DEMO-MISMATCH', async (t) => {
    const everyName = { first_name: 'AWA', middle_name: 'FATOU', last_name: 'TESTOU' }
    for (const jobId of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const world = await openWorld(t)
      const idInfo = { country: 'SN', id_number: 'DEMO-MISMATCH', ...everyName }
      await submit(world, { jobId, idInfo })
      const { result } = await statusAfter(world, { jobId }, 2_000)
      assert.doesNotMatch(String(result.FullName), /AWA|FATOU|TESTOU/)
    }
  })

  test('is out of date for DEMO-EXPIRED', async (t) => {
    const read = await readings(t, { ...stated, id_number: 'DEMO-EXPIRED' })
    assert.equal(read.ExpirationDate, '2026-05-05')
  })

  test('is Not Available throughout for DEMO-NO-READINGS', async (t) => {
    const read = await readings(t, { ...stated, id_number: 'DEMO-NO-READINGS' })
    assert.deepEqual([read.FullName, read.IDNumber], ['Not Available', 'Not Available'])
    assert.equal(read.DOB, 'NaN-NaN-NaN')
  })
})

describe('sandbox_result', () => {
  for (const [value, code] of [
    ['0', '0810'],
    ['1', '0811'],
    ['2', '0814'],
  ] as const) {
    test(`${value} leads to ${code}, whatever the number says`, async (t) => {
      const world = await openWorld(t)
      const partner_params = { user_id: 'user-1', job_id: 'kyc-1', job_type: 6 }
      const prep = { partner_params: { ...partner_params, sandbox_result: value } }
      await submit(world, { ...job, prep, idInfo: { ...stated, id_number: 'DEMO-ERROR' } })
      assert.equal((await statusAfter(world, job, 2_000)).result.ResultCode, code)
    })
  }
})

describe('Another job type', () => {
  const cases: readonly (readonly [JobType, string, string])[] = [
    [1, '1990200100042', '0810'],
    [1, 'DEMO-DECLINED', '0811'],
    [1, 'DEMO-PROVISIONAL', '1210'],
    [4, '1990200100042', '0840'],
    [4, 'DEMO-PROVISIONAL-DECLINED', '1241'],
    [4, 'DEMO-ERROR', '0001'],
    [11, '1990200100042', '0810'],
    [11, 'DEMO-DECLINED', '0811'],
  ]
  for (const [jobType, number, code] of cases) {
    test(`(${jobType}) with ${number} answers ${code}`, async (t) => {
      const world = await openWorld(t)
      const prep = { partner_params: { user_id: 'user-1', job_id: 'kyc-1', job_type: jobType } }
      await submit(world, { ...job, prep, idInfo: { ...stated, id_number: number } })
      assert.equal((await statusAfter(world, job, 10_000)).result.ResultCode, code)
    })
  }

  test('(11) says whether the issuer knows the number', async (t) => {
    const world = await openWorld(t)
    const prep = { partner_params: { user_id: 'user-1', job_id: 'kyc-1', job_type: 11 } }
    await submit(world, { ...job, prep, idInfo: stated })
    const { result } = await statusAfter(world, job, 2_000)
    assert.partialDeepStrictEqual(result.Actions, { Verify_ID_Number: 'Verified' })
  })
})

test('A policy of the test decides instead of the id number', async (t) => {
  const outcome = () => ({ outcome: 'declined_liveness' }) as const
  const world = await openWorld(t, { outcome })
  await submit(world, { ...job, idInfo: stated })
  const { result } = await statusAfter(world, job, 2_000)
  assert.partialDeepStrictEqual(result.Actions, { Liveness_Check: 'Failed' })
})
