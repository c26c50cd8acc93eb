// Long: starts a program for each call.
//
// The proof that the simulator speaks Smile ID's protocol: Smile ID's own npm client, unchanged, over TLS.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import {
  type SmileIdSimulatorOptions,
  startSmileIdSimulator,
} from '../../../server/demo/smile-id-simulator/simulator.ts'
import { systemClock } from '../../../server/kernel/clock.ts'
import type {
  OfficialCall,
  OfficialOutcome,
  StatusCall,
  SubmitCall,
} from '../../support/official-client/calls.ts'
import { runOfficialClient } from '../../support/official-client/run-official-client.ts'
import { type CertifiedKey, certifyServer, makeAuthority } from '../../support/tls.ts'
import { openReceiver } from './callback-receiver.ts'
import { jpeg } from './images.ts'
import { credentials, objectOf } from './integrator.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-official-'))
const authorityFile = join(folder, 'authority.pem')
const [selfiePath, frontPath, backPath] = ['selfie.jpg', 'front.jpg', 'back.jpg'].map((name) =>
  join(folder, name),
)
let tls: CertifiedKey

before(async () => {
  const authority = await makeAuthority()
  tls = await certifyServer(authority)
  writeFileSync(authorityFile, authority.cert)
  for (const path of [selfiePath, frontPath, backPath]) writeFileSync(String(path), jpeg)
})
after(() => rmSync(folder, { recursive: true }))

async function open(t: TestContext, options: Partial<SmileIdSimulatorOptions> = {}) {
  const delays = { resultDelayMs: 0, reviewDelayMs: 0 }
  const needs = { clock: systemClock, credentials, tls, ...delays, ...options }
  const simulator = await startSmileIdSimulator(needs)
  t.after(() => simulator.close())
  const run = (calls: readonly OfficialCall[], apiKey = credentials.apiKey) => {
    const { partnerId } = credentials
    return runOfficialClient({ partnerId, apiKey, server: simulator.baseUrl, calls }, authorityFile)
  }
  return { simulator, run }
}

const fileImages = [
  { image_type_id: 0, image: String(selfiePath) },
  { image_type_id: 1, image: String(frontPath) },
]
const base64Images = [2, 3, 7].map((image_type_id) => ({
  image_type_id,
  image: jpeg.toString('base64'),
}))

function submitCall(jobId: string, changes: Partial<SubmitCall> = {}): SubmitCall {
  return {
    kind: 'submit_job',
    partner_params: { user_id: `user of ${jobId}`, job_id: jobId, job_type: 6 },
    images: fileImages,
    id_info: {
      country: 'SN',
      id_type: 'IDENTITY_CARD',
      first_name: 'Awa',
      last_name: 'Exemplaire',
    },
    options: { return_job_status: true },
    ...changes,
  }
}

function statusCall(jobId: string, through: StatusCall['through']): StatusCall {
  const options = { return_history: true, return_images: true }
  return { kind: 'get_job_status', through, user_id: `user of ${jobId}`, job_id: jobId, options }
}

function valueIn(outcome: OfficialOutcome | undefined): Readonly<Record<string, unknown>> {
  assert.ok(outcome?.kind === 'value', JSON.stringify(outcome))
  return objectOf(outcome.value)
}

function errorIn(outcome: OfficialOutcome | undefined) {
  assert.ok(outcome?.kind === 'error', JSON.stringify(outcome))
  return outcome
}

describe('The official client', { concurrency: 4 }, () => {
  test('submits a document job with file images and reads the approval', async (t) => {
    const { simulator, run } = await open(t)
    const [outcome] = await run([submitCall('kyc-1')])
    const status = valueIn(outcome)
    assert.deepEqual([status.code, status.job_complete, status.job_success], ['2302', true, true])
    const result = objectOf(status.result)
    assert.equal(result.ResultCode, '0810')
    assert.equal(result.FullName, 'AWA EXEMPLAIRE')
    const [entry] = simulator.ledger()
    assert.deepEqual([entry?.registrations, entry?.uploads, entry?.paid], [1, 1, 1])
    assert.deepEqual(entry?.images, ['selfie', 'front'])
  })

  test('submits base64 images, the back among them', async (t) => {
    const { simulator, run } = await open(t)
    const [outcome] = await run([submitCall('kyc-1', { images: base64Images })])
    assert.equal(objectOf(valueIn(outcome).result).ResultCode, '0810')
    assert.deepEqual(simulator.ledger()[0]?.images, ['selfie', 'front', 'back'])
  })

  test('loses a back image that it is given as a file', async (t) => {
    const { simulator, run } = await open(t)
    const images = [...fileImages, { image_type_id: 5, image: String(backPath) }]
    const [outcome] = await run([submitCall('kyc-1', { images })])
    assert.equal(objectOf(valueIn(outcome).result).ResultCode, '0810')
    assert.deepEqual(simulator.ledger()[0]?.images, ['selfie', 'front'])
  })

  test('waits until the result is there', async (t) => {
    const { run } = await open(t, { resultDelayMs: 500 })
    const [outcome] = await run([submitCall('kyc-1')])
    assert.equal(objectOf(valueIn(outcome).result).ResultCode, '0810')
  })

  test('waits past a provisional result for the final one', async (t) => {
    const { run } = await open(t, { reviewDelayMs: 500 })
    const id_info = { country: 'SN', id_number: 'DEMO-PROVISIONAL' }
    const [outcome] = await run([submitCall('kyc-1', { id_info })])
    const status = valueIn(outcome)
    assert.deepEqual([status.job_complete, status.job_success], [true, true])
    assert.equal(objectOf(status.result).ResultText, 'Document Verified After Human Review')
  })

  test('reads a refusal of the document', async (t) => {
    const { run } = await open(t)
    const id_info = { country: 'MA', id_type: 'PASSPORT', id_number: 'DEMO-DECLINED' }
    const [outcome] = await run([submitCall('kyc-1', { id_info })])
    const status = valueIn(outcome)
    assert.deepEqual([status.job_complete, status.job_success], [true, false])
    assert.equal(objectOf(status.result).ResultCode, '0811')
  })

  test('gets the number of the job when it does not wait', async (t) => {
    const { run } = await open(t)
    const options = { optional_callback: 'https://bank.example/smile' }
    const [outcome] = await run([submitCall('kyc-1', { options })])
    assert.deepEqual(valueIn(outcome), { success: true, smile_job_id: '0000000001' })
  })

  test('asks for the status through both of its classes', async (t) => {
    const { run } = await open(t)
    const calls = [
      submitCall('kyc-1'),
      statusCall('kyc-1', 'WebApi'),
      statusCall('kyc-1', 'Utilities'),
    ]
    const [, ...outcomes] = await run(calls)
    for (const status of outcomes.map(valueIn)) {
      assert.equal(objectOf(status.result).ResultCode, '0810')
      assert.deepEqual(status.history, [])
      assert.deepEqual(Object.keys(objectOf(status.image_links)), ['selfie_image', 'id_card_image'])
    }
    assert.equal(outcomes.length, 2)
  })

  test('is refused with 2205 when its key is wrong', async (t) => {
    const { simulator, run } = await open(t)
    const calls = [submitCall('kyc-1'), statusCall('kyc-1', 'Utilities')]
    const outcomes = await run(calls, 'not the key')
    for (const error of outcomes.map(errorIn)) {
      assert.deepEqual([error.status, error.body], [400, { error: 'unauthorized', code: '2205' }])
    }
    assert.deepEqual(simulator.ledger(), [])
  })

  test('is refused with 2215 when it uses a job id twice, and helped by retry', async (t) => {
    const { simulator, run } = await open(t)
    simulator.setFault({ endpoint: 'put', fault: { kind: 'status', status: 500 }, calls: 1 })
    const again = submitCall('kyc-1', { id_info: { country: 'SN', retry: true } })
    const outcomes = await run([submitCall('kyc-1'), submitCall('kyc-1'), again])
    assert.equal(errorIn(outcomes[0]).status, 500)
    assert.deepEqual(errorIn(outcomes[1]).body, { error: 'Job already exists', code: '2215' })
    assert.equal(objectOf(valueIn(outcomes[2]).result).ResultCode, '0810')
    assert.equal(simulator.ledger()[0]?.paid, 1)
  })

  test('sees nothing but a broken connection when it is cut off', async (t) => {
    const { simulator, run } = await open(t)
    simulator.setFault({ endpoint: 'upload', fault: { kind: 'reset' } })
    const [outcome] = await run([submitCall('kyc-1')])
    assert.equal(errorIn(outcome).status, undefined)
    assert.match(errorIn(outcome).message, /socket hang up|ECONNRESET/)
  })

  test('notices a status that is wrongly signed', async (t) => {
    const { simulator, run } = await open(t)
    const options = { optional_callback: 'https://bank.example/smile' }
    simulator.setFault({ endpoint: 'job_status', fault: { kind: 'bad_signature' } })
    const [, outcome] = await run([
      submitCall('kyc-1', { options }),
      statusCall('kyc-1', 'Utilities'),
    ])
    assert.match(errorIn(outcome).message, /Unable to confirm validity/)
  })

  test('confirms the signature of a callback, and not of a forged one', async (t) => {
    const { simulator, run } = await open(t)
    const receiver = await openReceiver(t)
    const options = { return_job_status: true, optional_callback: receiver.url }
    await run([submitCall('kyc-1', { options })])
    await simulator.callbacksSettled()
    await simulator.deliverCallbacks('kyc-1', 'badly_signed')
    const calls = receiver.received.map(({ body }) => ({
      kind: 'confirm_signature' as const,
      timestamp: String(body.timestamp),
      signature: String(body.signature),
    }))
    const outcomes = await run(calls)
    assert.deepEqual(outcomes, [
      { kind: 'value', value: true },
      { kind: 'value', value: false },
    ])
  })
})
