// Makes spans of what the product measures. A trace belongs to a verification, whose id its own id is derived from:
// request, jobs and calls of one verification are found together without anything being stored or handed on.

import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { MeasuredRun, Metrics, RunScope } from '../kernel/metrics.ts'
import { drawRandomBytes } from '../kernel/random-bytes.ts'
import type { TraceSpan } from './span-json.ts'

interface TraceSpansNeeds {
  readonly clock: Clock
  /** From 0 to 100. */
  readonly percent: number
  readonly onSpan: (span: TraceSpan) => void
}

export function createTraceSpans({ clock, percent, onSpan }: TraceSpansNeeds): Metrics & RunScope {
  const runs = new AsyncLocalStorage<MeasuredRun>()
  function end(span: NewSpan): void {
    if (isSampled(span.traceId, percent)) onSpan({ endedAt: clock.now(), ...span })
  }
  return {
    inRun: (run, work) => runs.run(run, work),
    request(request) {
      const remote = readTraceparent(request.traceparent)
      const span = requestSpan(request, remote)
      if (remote === undefined) end(span)
      else if (remote.isSampled) onSpan({ endedAt: clock.now(), ...span })
    },
    job: (run) => end(jobSpan(run)),
    outboundCall: (call) => end(callSpan(call, runs.getStore())),
    attempt: (attempt) => end(attemptSpan(attempt)),
  }
}

/** A span that ends now unless it says when. */
type NewSpan = Omit<TraceSpan, 'endedAt'> & { readonly endedAt?: number }
type Measured<Name extends keyof Metrics> = Parameters<Metrics[Name]>[0]

function requestSpan(request: Measured<'request'>, remote: RemoteSpan | undefined): NewSpan {
  const { method, route, status, durationMs, requestId, verificationId } = request
  // Reads of a verification would make its trace grow for months.
  const isReading = method === 'GET' || method === 'HEAD'
  const ownTrace = traceIdOf(isReading ? requestId : (verificationId ?? requestId))
  return {
    traceId: remote?.traceId ?? ownTrace,
    spanId: spanIdOf(requestId),
    parentSpanId: remote?.spanId,
    name: `${method} ${route}`,
    kind: 'server',
    durationMs,
    isError: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      ...(status > 0 && { 'http.response.status_code': status }),
      'svc.request_id': requestId,
      ...(verificationId && { 'svc.verification_id': verificationId }),
    },
  }
}

function jobSpan({ kind, outcome, durationMs, ...run }: Measured<'job'>): NewSpan {
  return {
    ...placeOf(run),
    parentSpanId: undefined,
    name: `job ${kind}`,
    kind: 'internal',
    durationMs,
    isError: outcome === 'failed' || outcome === 'thrown',
    attributes: {
      'svc.job_id': run.jobId,
      'svc.job_kind': kind,
      'svc.run': run.run,
      'svc.outcome': outcome,
      'svc.verification_id': run.subjectId,
    },
  }
}

/** @param run undefined for a call that no job makes */
function callSpan(
  { purpose, outcome, durationMs }: Measured<'outboundCall'>,
  run: MeasuredRun | undefined,
): NewSpan {
  const parent = run && placeOf(run)
  const { traceId, spanId } = newPlace()
  return {
    traceId: parent?.traceId ?? traceId,
    spanId,
    parentSpanId: parent?.spanId,
    name: `call ${purpose}`,
    kind: 'client',
    durationMs,
    isError: !/^answered_[23]xx$/.test(outcome),
    attributes: {
      'svc.purpose': purpose,
      'svc.outcome': outcome,
      ...(run && { 'svc.job_id': run.jobId, 'svc.verification_id': run.subjectId }),
    },
  }
}

/** All attempts to deliver one event are one trace. */
function attemptSpan(attempt: Measured<'attempt'>): NewSpan {
  const { result, durationMs, endedAt, eventId, deliveryId, webhookId } = attempt
  return {
    traceId: traceIdOf(eventId),
    spanId: newPlace().spanId,
    parentSpanId: undefined,
    name: 'webhook attempt',
    kind: 'client',
    endedAt,
    durationMs,
    isError: result !== 'delivered',
    attributes: {
      'svc.outcome': result,
      'svc.event_id': eventId,
      'svc.delivery_id': deliveryId,
      'svc.webhook_id': webhookId,
    },
  }
}

function newPlace() {
  const hex = drawRandomBytes(24).toString('hex')
  return { traceId: hex.slice(0, 32), spanId: hex.slice(32) }
}

function placeOf({ jobId, run, subjectId }: MeasuredRun) {
  return { traceId: traceIdOf(subjectId), spanId: spanIdOf(`${jobId} ${run}`) }
}

function traceIdOf(id: string): string {
  return hashed(id).slice(0, 32)
}

function spanIdOf(id: string): string {
  return hashed(id).slice(32, 48)
}

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

/** Decides alike for all spans of a trace, in every process. */
function isSampled(traceId: string, percent: number): boolean {
  return Number.parseInt(traceId.slice(-12), 16) / 2 ** 48 < percent / 100
}

interface RemoteSpan extends Pick<TraceSpan, 'traceId' | 'spanId'> {
  readonly isSampled: boolean
}

/** W3C Trace Context, version 00. Returns undefined for anything else. */
function readTraceparent(text: string | undefined): RemoteSpan | undefined {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
