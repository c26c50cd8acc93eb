// Slow: takes a second of processor time. api/verifications/read-trace.test.ts reads a trace in the fast lane.
// Not again on PostgreSQL: ops-listener.test.ts sends its statements there.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { call } from '../../support/api-client.ts'
import { drawCard, drawSelfie } from '../../support/images/images.ts'
import { liveForm, startForTest } from '../../support/running-appliance.ts'
import { serveHttp } from '../../support/servers/serve-http.ts'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, string | number>>
}

/** A receiver of OTLP over HTTP that reads spans of JSON. */
async function startReceiver(t: TestContext) {
  const receiver = { spans: [] as ReceivedSpan[], texts: [] as string[], status: 200, answer: '{}' }
  const tokens = new Set<unknown>()
  const url = await serveHttp(t, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      tokens.add(request.headers.authorization)
      const isRight = request.url === '/v1/traces' && request.method === 'POST'
      const text = Buffer.concat(parts).toString()
      if (isRight && receiver.status === 200) {
        receiver.texts.push(text)
        receiver.spans.push(...spansIn(JSON.parse(text) as Otlp))
      }
      response.writeHead(isRight ? receiver.status : 404).end(receiver.answer)
    })
  })
  return Object.assign(receiver, { url, tokens })
}

/** OTLP in JSON, as far as it is read here. */
interface Otlp {
  readonly resourceSpans: readonly [
    {
      readonly resource: Attributed
      readonly scopeSpans: readonly [{ readonly spans: readonly OtlpSpan[] }]
    },
  ]
}

interface Attributed {
  readonly attributes: readonly {
    readonly key: string
    readonly value: { readonly stringValue?: string; readonly intValue?: string }
  }[]
}

interface OtlpSpan extends Attributed, Omit<ReceivedSpan, 'attributes'> {
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

function spansIn({ resourceSpans: [{ resource, scopeSpans }] }: Otlp): readonly ReceivedSpan[] {
  assert.equal(attributesOf(resource)['service.name'], 'svc')
  return scopeSpans[0].spans.map((span) => {
    assert.match(span.traceId, /^[0-9a-f]{32}$/)
    assert.match(span.spanId, /^[0-9a-f]{16}$/)
    assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano))
    return { ...span, attributes: attributesOf(span) }
  })
}

function attributesOf({ attributes }: Attributed): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  )
}

async function tracing(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const receiver = await startReceiver(t)
  const opsPort = await freePort()
  const running = await startForTest(t, {
    settings: {
      SVC_OTLP_URL: receiver.url,
      SVC_OTLP_TOKEN: 'token-of-the-collector',
      SVC_OTLP_SAMPLE: '100',
      SVC_OPS_PORT: String(opsPort),
      ...settings,
    },
  })
  const { tracing: traces } = running.server
  assert.ok(traces)
  const counted = async (outcome: string) => {
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    const line = text
      .split('\n')
      .find((one) => one.startsWith(`svc_trace_spans_total{outcome="${outcome}"}`))
    return Number(line?.split(' ')[1])
  }
  return { ...running, receiver, traces, counted }
}

const parentOfProxy = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('request, jobs and calls of a verification are one trace, with ids and templates and nothing else', async (t) => {
  const { receiver, traces, url, liveKey, finish, counted } = await tracing(t)
  const images = { front_image: await drawCard(), selfie_image: await drawSelfie() }
  const claims = { country: 'SN', id_type: 'national_id', last_name: 'Plantedname' }
  const { data } = await call(`${url}/kyc/verify`, { key: liveKey, body: liveForm(claims, images) })
  await finish(String(data.id))
  await call(`${url}/kyc/verifications/planted-in-path`, { key: liveKey })
  await traces.flush()
  const of = (name: string) => receiver.spans.filter((span) => span.name === name)
  const [submitted] = of('POST /kyc/verify')
  assert.ok(submitted)
  assert.equal(submitted.attributes['svc.verification_id'], data.id)
  const calls = receiver.spans.filter(({ name }) => name.startsWith('call '))
  assert.deepEqual(
    [...new Set(calls.map(({ name }) => name))],
    ['call identity.submit', 'call identity.upload', 'call identity.status'],
  )
  for (const made of calls) {
    const job = receiver.spans.find(({ spanId }) => spanId === made.parentSpanId)
    assert.ok(job, made.name)
    assert.match(job.name, /^job /)
    assert.deepEqual([made.traceId, job.traceId], [submitted.traceId, submitted.traceId])
    assert.equal(made.attributes['svc.job_id'], job.attributes['svc.job_id'])
  }
  const [read] = of('GET /kyc/verifications/:id').filter(
    ({ attributes }) => attributes['svc.verification_id'] === undefined,
  )
  assert.ok(read !== undefined && read.traceId !== submitted.traceId)
  const sent = receiver.texts.join('')
  assert.ok(!sent.includes('planted-in-path') && !sent.includes('Plantedname'))
  assert.deepEqual([...receiver.tokens], ['Bearer token-of-the-collector'])
  assert.equal(await counted('sent'), receiver.spans.length)
})

test('the trace of a trusted proxy is joined if it is sampled there; that of a client never', async (t) => {
  const clients = await tracing(t)
  await call(`${clients.url}/usage`, { headers: { traceparent: parentOfProxy } })
  await clients.traces.flush()
  assert.deepEqual(
    clients.receiver.spans.map(({ parentSpanId }) => parentSpanId),
    [undefined],
  )
  const scene = await tracing(t, { SVC_TRUSTED_PROXIES: '127.0.0.1/32', SVC_OTLP_SAMPLE: '0' })
  const ask = (traceparent: string) => call(`${scene.url}/usage`, { headers: { traceparent } })
  await ask(parentOfProxy)
  await ask(parentOfProxy.replace(/1$/, '0'))
  await ask('00-malformed-01')
  await scene.traces.flush()
  const [joined, ...others] = scene.receiver.spans
  assert.deepEqual(
    [joined?.traceId, joined?.parentSpanId, others],
    ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331', []],
  )
})

test('a collector that is down costs spans beyond a bound, which are counted, and one line of the log', async (t) => {
  const { receiver, traces, appliance, logLines, counted } = await tracing(t)
  receiver.status = 503
  const attempt = { result: 'delivered', durationMs: 1, endedAt: 1_000, webhookId: 'w' } as const
  for (let number = 0; number < 5_000; number += 1) {
    appliance.metrics.attempt({ ...attempt, eventId: `e${number}`, deliveryId: 'd' })
  }
  await traces.flush()
  await traces.flush()
  assert.equal(logLines.filter((line) => line.includes('"traces_not_sent"')).length, 1)
  assert.equal(await counted('dropped'), 5_000 - 4_096)
  receiver.status = 200
  receiver.answer = '{"partialSuccess":{"rejectedSpans":"2"}}'
  await traces.flush()
  assert.equal(await counted('dropped'), 5_000 - 4_096 + 8 * 2)
  assert.equal(logLines.filter((line) => line.includes('"traces_sent_again"')).length, 1)
  receiver.status = 400
  appliance.metrics.attempt({ ...attempt, eventId: 'e', deliveryId: 'd' })
  await traces.flush()
  assert.equal(await counted('dropped'), 5_000 - 4_096 + 8 * 2 + 1)
})
