// Counts what the product does, in the form that Prometheus reads.

import { Histogram, Registry } from 'prom-client'
import type { Metrics } from '../kernel/metrics.ts'

/** Seconds: from a read that is answered from memory to a call that waits for its time limit. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Seconds: from a disk with a protected cache to one that hangs. */
const commitBuckets = [0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

export interface PrometheusMetrics extends Metrics {
  readonly registry: Registry
  /** A commit of the database, the sync to disk included. */
  commit(durationMs: number): void
}

export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const durationsOf = <Label extends string>(
    what: string,
    help: string,
    ...labelNames: readonly Label[]
  ) =>
    new Histogram<Label>({
      name: `svc_${what}_duration_seconds`,
      help,
      labelNames,
      buckets: durationBuckets,
      registers: [registry],
    })
  const requests = durationsOf(
    'http_request',
    'Duration of requests to the API and the console.',
    'method',
    'route',
    'status',
  )
  const jobs = durationsOf('job', 'Duration of job runs.', 'kind', 'outcome')
  const attempts = durationsOf(
    'webhook_attempt',
    'Duration of attempts to deliver an event to a webhook.',
    'result',
  )
  const calls = durationsOf(
    'outbound_call',
    'Duration of calls to the identity provider, the scoring engine and the store of the images.',
    'purpose',
    'outcome',
  )
  const commits = new Histogram({
    name: 'svc_commit_duration_seconds',
    help: 'Duration of commits of the database, the sync to disk included; one commit may serve many requests.',
    buckets: commitBuckets,
    registers: [registry],
  })
  return {
    registry,
    commit(durationMs) {
      commits.observe(durationMs / 1000)
    },
    request({ method, route, status, durationMs }) {
      requests.observe({ method, route, status: statusClass(status) }, durationMs / 1000)
    },
    job({ kind, outcome, durationMs }) {
      jobs.observe({ kind, outcome }, durationMs / 1000)
    },
    attempt({ result, durationMs }) {
      attempts.observe({ result }, durationMs / 1000)
    },
    outboundCall({ purpose, outcome, durationMs }) {
      calls.observe({ purpose, outcome }, durationMs / 1000)
    },
  }
}

/** `2xx` to `5xx`; `gone` if the client left before the response. */
function statusClass(status: number): string {
  return status === 0 ? 'gone' : `${Math.floor(status / 100)}xx`
}
