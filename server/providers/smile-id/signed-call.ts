// Sends one signed JSON request to Smile ID and parses the JSON answer; repeats it where the
// connection broke. Every request but the upload uses this.

import { setTimeout as pause } from 'node:timers/promises'
import type { CallFailure, ServiceClient } from '../../egress/service-client.ts'
import { parseBoundedJson } from '../../kernel/bounded-json.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import type { Trouble, UnavailableReason } from '../provider.ts'
import { type SmileCredentials, sign } from './signature.ts'

export interface SignedCallNeeds {
  readonly fetch: ServiceClient
  readonly clock: Clock
}

export interface SignedCallSettings {
  /** Version segment included, such as `https://testapi.smileidentity.com/v1`. */
  readonly baseUrl: URL
  readonly credentials: SmileCredentials
  /** Pauses in milliseconds before the call is repeated because the connection broke. */
  readonly repeatPausesMs: readonly number[]
}

export interface SignedRequest {
  readonly path: 'upload' | 'job_status'
  readonly fields: object
  readonly timeoutMs: number
  readonly answerBytesMax: number
  readonly signal: AbortSignal
}

export interface Answered {
  readonly kind: 'answer'
  readonly status: number
  /** Undefined where the body was not JSON, or too deep or too large. */
  readonly json: unknown
}

const purposes = { upload: 'identity.submit', job_status: 'identity.status' } as const

const sourceSdk = { source_sdk: 'rest_api', source_sdk_version: '1.0.0' } as const

/** Repeats a call whose connection broke, because both kinds of call may safely arrive twice. */
export async function ask(
  needs: SignedCallNeeds,
  settings: SignedCallSettings,
  request: SignedRequest,
): Promise<Answered | Trouble> {
  let reply = await askOnce(needs, settings, request)
  for (const pauseMs of settings.repeatPausesMs) {
    if (reply.kind === 'answer' || reply.reason !== 'network') break
    // An abort during the pause makes the next call fail.
    await pause(pauseMs, undefined, { signal: request.signal }).catch(() => {})
    reply = await askOnce(needs, settings, request)
  }
  return reply
}

async function askOnce(
  { fetch, clock }: SignedCallNeeds,
  { baseUrl, credentials }: SignedCallSettings,
  { path, fields, timeoutMs, answerBytesMax, signal }: SignedRequest,
): Promise<Answered | Trouble> {
  const timestamp = toIso(clock.now())
  const signature = sign(credentials, timestamp)
  const answer = await fetch.send({
    purpose: purposes[path],
    method: 'POST',
    url: new URL(path, withSlash(baseUrl)),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ ...fields, ...sourceSdk, timestamp, signature }),
    timeoutMs,
    answerBytesMax,
    signal,
  })
  if (answer.kind === 'failed') return unavailableBy(answer.reason)
  return { kind: 'answer', status: answer.status, json: parseBoundedJson(answer.body) }
}

function withSlash(url: URL): string {
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

const reasonOfFailure: Readonly<Record<CallFailure, UnavailableReason>> = {
  timeout: 'timeout',
  network: 'network',
  too_large: 'bad_answer',
  aborted: 'timeout',
  address_forbidden: 'address_forbidden',
}

export function unavailableBy(
  failure: CallFailure,
): Extract<Trouble, { readonly kind: 'unavailable' }> {
  return { kind: 'unavailable', reason: reasonOfFailure[failure] }
}
