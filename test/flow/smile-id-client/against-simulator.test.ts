// The whole client against the stand-in for Smile ID: every end of a job that the demo can be steered
// to, troubles on the way, and callbacks.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseBoundedJson } from '../../../server/kernel/bounded-json.ts'
import { readSmileIdCallback } from '../../../server/providers/smile-id/callback.ts'
import { startHttpStub } from './http-stub.ts'
import { credentials, inWords, setUpSimulator } from './simulator-scene.ts'

const { signal } = new AbortController()
const once = { paid: 1, uploads: 1, registrations: 1 }

/** Document number, then what is answered after 2 s, and after another 18 s where that differs. */
const steered: readonly (readonly [string, string, string?])[] = [
  ['1990200100042', 'verified'],
  ['DEMO-DECLINED', 'not_verified face_mismatch'],
  ['DEMO-DOCUMENT-FAILED', 'not_verified document_not_verified'],
  ['DEMO-LIVENESS-FAILED', 'not_verified liveness_failed'],
  ['DEMO-UNREADABLE', 'not_verified document_unreadable'],
  ['DEMO-NOT-ACCEPTED', 'not_verified document_not_accepted'],
  ['DEMO-EXPIRED', 'not_verified document_expired'],
  ['DEMO-MISMATCH', 'verified'],
  ['DEMO-NO-READINGS', 'verified'],
  ['DEMO-ERROR', 'error images_unusable'],
  ['DEMO-CONTRADICTION', 'error provider_answer_contradictory'],
  ['DEMO-NO-ACTIONS', 'error provider_answer_contradictory'],
  ['DEMO-NOT-APPLICABLE', 'error provider_answer_contradictory'],
  ['DEMO-NO-FACE-COMPARISON', 'error provider_answer_contradictory'],
  ['DEMO-DISAGREEMENT', 'error provider_answer_contradictory'],
  ['DEMO-FRAUD', 'error fraud_suspected'],
  ['DEMO-FRAUD-LATER', 'verified'],
  ['DEMO-UNKNOWN-CODE', 'error provider_answer_unknown'],
  ['DEMO-UNKNOWN-ACTION', 'error provider_answer_unknown'],
  ['DEMO-PROVISIONAL', 'provisional', 'verified'],
  ['DEMO-PROVISIONAL-DECLINED', 'provisional', 'not_verified face_mismatch'],
  ['DEMO-UNDECIDED', 'provisional', 'provisional'],
  ['DEMO-SLOW', 'processing', 'verified'],
]

describe('a job steered by its document number', () => {
  for (const [idNumber, first, later = first] of steered) {
    test(`${idNumber} is processing, then ${first}${later === first ? '' : `, then ${later}`}`, async (t) => {
      const { provider, submission, clock, counts } = await setUpSimulator(t)
      const smile = provider()
      const { job, ...rest } = submission(idNumber)
      assert.equal((await smile.submit({ job, ...rest }, signal)).kind, 'accepted')
      assert.equal(inWords(await smile.result(job, signal)), 'processing')
      clock.advance(2_000)
      assert.equal(inWords(await smile.result(job, signal)), first)
      clock.advance(18_000)
      assert.equal(inWords(await smile.result(job, signal)), later)
      assert.deepEqual(counts(job), once)
    })
  }

  test('DEMO-WALLET-EMPTY is refused before anything is registered', async (t) => {
    const { provider, submission, simulator } = await setUpSimulator(t)
    const reply = await provider().submit(submission('DEMO-WALLET-EMPTY'), signal)
    assert.equal('reason' in reply && reply.reason, 'provider_wallet_empty')
    assert.deepEqual(simulator.ledger(), [])
  })

  test('reads what was claimed, another name for DEMO-MISMATCH, and for DEMO-NO-READINGS nothing', async (t) => {
    const { provider, submission, clock } = await setUpSimulator(t)
    const smile = provider()
    const readingsOf = async (idNumber: string) => {
      const one = submission(idNumber)
      await smile.submit(one, signal)
      clock.advance(2_000)
      const reply = await smile.result(one.job, signal)
      return reply.kind === 'final' ? reply.verdict.readings : undefined
    }
    const plain = await readingsOf('1990200100042')
    assert.equal(plain?.idNumber, '1990200100042')
    assert.equal(plain?.lastName?.toLowerCase(), 'testou')
    assert.equal(plain?.dateOfBirth, '1991-02-03')
    const other = await readingsOf('DEMO-MISMATCH')
    assert.ok(other?.lastName && other.lastName.toLowerCase() !== 'testou')
    assert.deepEqual(await readingsOf('DEMO-NO-READINGS'), {})
  })
})

describe('a trouble on the way', () => {
  test('of each kind becomes a reply, and the job is found again afterwards', async (t) => {
    const { provider, submission, simulator, clock } = await setUpSimulator(t)
    const smile = provider({ limits: { statusBytesMax: 100_000 } })
    const impatient = provider({ limits: { statusTimeoutMs: 60 } })
    const { job, ...rest } = submission()
    await smile.submit({ job, ...rest }, signal)
    clock.advance(2_000)
    const faults = [
      [{ kind: 'hang' }, 'unavailable timeout'],
      [{ kind: 'reset' }, 'unavailable network'],
      [{ kind: 'status', status: 500 }, 'unavailable server_error'],
      [{ kind: 'status', status: 429 }, 'unavailable rate_limited'],
      [{ kind: 'truncated' }, 'unavailable bad_answer'],
      [{ kind: 'oversized', bytes: 200_000 }, 'unavailable bad_answer'],
      [{ kind: 'bad_signature' }, 'unavailable bad_signature'],
      [{ kind: 'wallet_empty' }, 'refused provider_wallet_empty'],
    ] as const
    for (const [fault, expected] of faults) {
      simulator.setFault({ endpoint: 'job_status', fault })
      const asking = fault.kind === 'hang' ? impatient : smile
      assert.equal(inWords(await asking.result(job, signal)), expected)
      simulator.clearFaults()
    }
    assert.equal(inWords(await smile.result(job, signal)), 'verified')
  })

  test('with the key or the partner id is reported to the operator', async (t) => {
    const { provider, submission, simulator } = await setUpSimulator(t)
    const one = submission()
    for (const wrong of [{ apiKey: 'of the sandbox' }, { partnerId: '85' }]) {
      const smile = provider({ credentials: { ...credentials, ...wrong } })
      const reply = await smile.submit(one, signal)
      assert.equal('reason' in reply && reply.reason, 'provider_credentials_refused')
      assert.equal(
        inWords(await smile.result(one.job, signal)),
        'refused provider_credentials_refused',
      )
    }
    assert.deepEqual(simulator.ledger(), [])
  })
})

describe('a callback of the stand-in', () => {
  test('wakes the right job in every honest manner, and in no other', async (t) => {
    const { provider, submission, simulator, clock } = await setUpSimulator(t)
    const bank = await startHttpStub((_, response) => response.writeHead(200).end())
    t.after(() => bank.close())
    simulator.setAutomaticCallbacks('off')
    const { job, ...rest } = submission()
    await provider({ callbackUrl: () => `${bank.origin}/cb` }).submit({ job, ...rest }, signal)
    clock.advance(2_000)
    for (const mode of ['again', 'large', 'replayed', 'reordered', 'badly_signed'] as const) {
      await simulator.deliverCallbacks(job.jobId, mode)
      const body = parseBoundedJson(bank.received.at(-1)?.body ?? Buffer.alloc(0))
      const reading = readSmileIdCallback(body, credentials, clock.now())
      const expected =
        mode === 'badly_signed'
          ? { kind: 'refused', reason: 'bad_signature' }
          : { kind: 'authentic', jobId: job.jobId }
      assert.deepEqual(reading, expected, mode)
    }
    assert.equal(bank.received.length, 5)
  })
})
