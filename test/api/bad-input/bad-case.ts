// A row of the table of bad input, and what is true of every refusal whatever the row (rulings 2).

import assert from 'node:assert/strict'
import { errorCodes } from '../../../server/kernel/app-error.ts'
import type { Reply } from '../http-shell/client.ts'
import { planted, type Send } from './requests.ts'
import { eventually, type Scene } from './scene.ts'

/** `what` completes "refuses ..."; `params` and `codes` are those of `details`, in order, where there are any. */
export type BadCase = readonly [
  what: string,
  send: Send,
  answer: `${number} ${string}`,
  params?: readonly string[],
  codes?: readonly string[],
]

/** Sends the row's request and holds the answer, and what it left behind, against every rule. */
export async function assertRefused(scene: Scene, row: BadCase): Promise<void> {
  const [, send, answer, params = [], codes] = row
  // The clock may have moved; the runner then looks for jobs and sets its timer anew.
  await scene.app.server.jobs.idle()
  await scene.app.appliance.node.idle()
  // The server's own watches look again after the clock has moved, and set their timers when they have seen.
  await eventually(scene, () => scene.app.clock.pendingCount >= scene.timersAtRest)
  const before = await scene.traces()
  const linesBefore = scene.app.logLines.length
  const timersBefore = scene.app.clock.pendingCount
  const reply = await send(scene)
  assert.equal(`${reply.status} ${reply.json.error?.code}`, answer, reply.text)
  assertEnvelope(reply)
  assertParams(reply, params)
  if (codes) {
    const told = reply.json.error?.details?.map(({ code }) => code)
    assert.deepEqual(told, codes)
  }
  assertHeaders(reply)
  assertSaysNothingOfThePerson(reply.text)
  for (const line of scene.app.logLines.slice(linesBefore)) assertSaysNothingOfThePerson(line)
  assert.deepEqual(await scene.traces(), before)
  // What watched over the body and the connection is gone as soon as both are.
  await eventually(scene, () => scene.app.clock.pendingCount <= timersBefore)
}

function assertEnvelope({ text, headers }: Reply): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  const body: { error: Record<string, unknown> } = JSON.parse(text)
  assert.deepEqual(Object.keys(body), ['error'])
  const { code, message, request_id, param, details, doc, ...more } = body.error
  assert.deepEqual(more, {})
  assert.ok(errorCodes.some((one) => one === code))
  assert.equal(doc, `data/guide/errors.md#error-${code}`)
  assert.equal(request_id, headers['request-id'])
  assertSentence(message)
  if (param !== undefined) assert.equal(typeof param, 'string')
  if (details !== undefined) {
    assert.ok(Array.isArray(details) && details.length > 0)
    details.forEach(assertFault)
  }
}

function assertFault(fault: Record<string, unknown>): void {
  assert.deepEqual(Object.keys(fault), ['param', 'code', 'message'])
  assert.match(String(fault.param), /^([a-zA-Z_]+(\.(\d+|[a-z_]+))?|Idempotency-Key)$/)
  assert.match(String(fault.code), /^[a-z_]+$/)
  assertSentence(fault.message)
}

/** Sentences for people: whole ones, and nothing that slipped in from the code. */
function assertSentence(message: unknown): void {
  assert.match(String(message), /^(\d+ )?[A-Za-z].{15,}\.$/)
  assert.doesNotMatch(String(message), /undefined|null|NaN|\[object|Error:|expected|received/i)
}

/** Every fault at once in `details`, and `param` where all of them are of one field. */
function assertParams({ json }: Reply, params: readonly string[]): void {
  const { param, details = [] } = json.error ?? {}
  const told = details.map((fault) => fault.param)
  assert.deepEqual(told.length === 0 && param !== undefined ? [param] : told, params)
  assert.equal(param, new Set(params).size === 1 ? params[0] : undefined)
}

function assertHeaders({ status, headers }: Reply): void {
  assert.match(String(headers['request-id']), /^req_[0-9a-z]{26}$/)
  assert.equal(headers['svc-version'], '1.2.0')
  assert.match(String(headers['x-ratelimit-limit']), /^\d+$/)
  assert.match(String(headers['x-ratelimit-remaining']), /^\d+$/)
  assert.match(String(headers['x-ratelimit-reset']), /^\d{10}$/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined)
  assert.equal(headers.allow === undefined, status !== 405)
}

function assertSaysNothingOfThePerson(text: string): void {
  const folded = text.toLowerCase()
  for (const value of planted) assert.ok(!folded.includes(value.toLowerCase()), text)
  assert.doesNotMatch(text, /\.ts:\d|\.js:\d|node:internal|node_modules|\bat .+:\d+:\d+/)
}
