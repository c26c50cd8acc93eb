// Counts what the product does, in the form that Prometheus reads.

import { Histogram, Registry } from 'prom-client'
import type { Metrics } from '../kernel/metrics.ts'

/** Seconds: from a read that is answered from memory to a call that waits for its time limit. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface PrometheusMetrics extends Metrics {
  readonly registry: Registry
}

export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Duration of requests to the API and the console.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: durationBuckets,
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'svc_job_duration_seconds',
    help: 'Duration of job runs.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: durationBuckets,
    registers: [registry],
  })
  const attempts = new Histogram({
    name: 'svc_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver an event to a webhook.',
    labelNames: ['result'] as const,
    buckets: durationBuckets,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'svc_outbound_call_duration_seconds',
    help: 'Duration of calls to the identity provider and the scoring engine.',
    labelNames: ['purpose', 'outcome'] as const,
    buckets: durationBuckets,
    registers: [registry],
  })
  return {
    registry,
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
