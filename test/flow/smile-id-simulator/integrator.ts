// An integrator in a few lines: starts a simulator on a clock that the test moves, and makes the three
// calls of a submission over real HTTP.

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import {
  type SmileIdSimulator,
  type SmileIdSimulatorOptions,
  startSmileIdSimulator,
} from '../../../server/demo/smile-id-simulator/simulator.ts'
import { toIso } from '../../../server/kernel/clock.ts'
import { isSignedBy, sign } from '../../../server/providers/smile-id/signature.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { documentPackage, packZip } from './package-zip.ts'

export const credentials = { partnerId: '085', apiKey: 'key-of-an-invented-partner' }

export interface World {
  readonly simulator: SmileIdSimulator
  readonly clock: ManualClock
}

/** What the calls need: where the simulator is, and what time it is. */
interface Reach {
  readonly simulator: Pick<SmileIdSimulator, 'baseUrl'>
  readonly clock: ManualClock
}

/** A simulator that is closed when the test ends. */
export async function openWorld(
  t: TestContext,
  options: Partial<SmileIdSimulatorOptions> & { readonly clock?: ManualClock } = {},
): Promise<World> {
  const clock = options.clock ?? new ManualClock()
  const simulator = await startSmileIdSimulator({ credentials, ...options, clock })
  t.after(() => simulator.close())
  return { simulator, clock }
}

interface Answer {
  readonly status: number
  readonly text: string
  /** The parsed JSON object; empty for anything else. */
  readonly body: Readonly<Record<string, unknown>>
}

export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

export function postJson(url: string, body: unknown): Promise<Answer> {
  return send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Timestamp and signature over it, of now unless said otherwise. */
export function signedAt(clock: ManualClock, timestamp: string = toIso(clock.now())) {
  return { timestamp, signature: sign(credentials, timestamp) }
}

interface JobNames {
  readonly jobId: string
  readonly userId?: string
}

function userIdOf(names: JobNames): string {
  return names.userId ?? `user of ${names.jobId}`
}

/** A prep upload that is in order but for what `changes` changes; undefined leaves a field out. */
export function prepUpload(
  world: Reach,
  names: JobNames,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return postJson(`${world.simulator.baseUrl}/upload`, {
    smile_client_id: credentials.partnerId,
    partner_params: { user_id: userIdOf(names), job_id: names.jobId, job_type: 6 },
    file_name: 'upload.zip',
    model_parameters: {},
    source_sdk: 'rest_api',
    source_sdk_version: '1.0.0',
    ...signedAt(world.clock),
    ...changes,
  })
}

export function uploadUrlOf(prepared: Answer): string {
  assert.equal(prepared.status, 200, prepared.text)
  assert.ok(typeof prepared.body.upload_url === 'string')
  return prepared.body.upload_url
}

export function putZip(
  url: string,
  zip: Buffer,
  headers: Record<string, string> = { 'Content-Type': 'application/zip' },
): Promise<Answer> {
  return send(url, { method: 'PUT', headers, body: new Uint8Array(zip) })
}

export function queryStatus(
  world: Reach,
  names: JobNames,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return postJson(`${world.simulator.baseUrl}/job_status`, {
    partner_id: credentials.partnerId,
    user_id: userIdOf(names),
    job_id: names.jobId,
    image_links: false,
    history: false,
    ...signedAt(world.clock),
    ...changes,
  })
}

interface Submission extends JobNames {
  readonly idInfo?: Readonly<Record<string, unknown>>
  /** Changes to the prep upload. */
  readonly prep?: Readonly<Record<string, unknown>>
  /** Instead of the document package. */
  readonly zip?: Buffer
}

/** Prep upload and zip, both of which must be accepted. */
export async function submit(world: World, submission: Submission): Promise<void> {
  const { idInfo = { country: 'SN', id_type: 'IDENTITY_CARD' }, prep = {} } = submission
  const url = uploadUrlOf(await prepUpload(world, submission, prep))
  const zip = submission.zip ?? (await packZip(documentPackage(idInfo)))
  const answer = await putZip(url, zip)
  assert.equal(answer.status, 200, answer.text)
}

interface JobStatus {
  readonly isComplete: unknown
  readonly isSuccess: unknown
  readonly result: Readonly<Record<string, unknown>>
}

/** The status of a job whose machine result is out, with the answer's own signature checked. */
export async function statusAfter(world: World, names: JobNames, ms: number): Promise<JobStatus> {
  world.clock.advance(ms)
  const answer = await queryStatus(world, names)
  assert.equal(answer.status, 200, answer.text)
  assert.ok(isSignedBy(credentials, answer.body.timestamp, answer.body.signature))
  const { job_complete: isComplete, job_success: isSuccess, result } = answer.body
  return { isComplete, isSuccess, result: objectOf(result) }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === 'object' && value !== null, `an object, not ${value}`)
  return Object.fromEntries(Object.entries(value))
}
