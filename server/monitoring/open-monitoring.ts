// Starts the monitoring of a server: attaches the counters and opens the listener. A server without the listener loads
// none of this.

import { Counter, type Registry } from 'prom-client'
import type { Appliance } from '../appliance.ts'
import type { Tracing } from './open-tracing.ts'
import { listenForOps, type OpsListener } from './ops-listener.ts'
import { createPrometheusMetrics } from './prometheus-metrics.ts'
import type { Readiness } from './readiness.ts'
import { createStateMetrics } from './state-metrics.ts'

interface MonitoringParts {
  readonly readiness: Readiness
  /** undefined if no collector is set. */
  readonly tracing: Tracing | undefined
}

/** @throws Error if the address cannot be bound */
export async function openMonitoring(
  appliance: Appliance,
  { readiness, tracing }: MonitoringParts,
): Promise<OpsListener> {
  const metrics = createPrometheusMetrics()
  appliance.metrics.attach(metrics)
  appliance.db.measureCommits((durationMs) => metrics.commit(durationMs))
  countSpans(metrics.registry, tracing)
  const state = createStateMetrics(appliance)
  const { config, log } = appliance
  return await listenForOps({ readiness, metrics, state }, { config: config.ops, log })
}

function countSpans(registry: Registry, tracing: Tracing | undefined): void {
  const spans = new Counter({
    name: 'svc_trace_spans_total',
    help: 'Spans that the collector took (sent), and that were lost because it did not (dropped).',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      if (tracing === undefined) return
      const { sent, dropped } = tracing.counts()
      spans.reset()
      spans.inc({ outcome: 'sent' }, sent)
      spans.inc({ outcome: 'dropped' }, dropped)
    },
  })
}
