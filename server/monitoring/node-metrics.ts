// Measures this Node program itself: memory, processor time, open files, garbage collection and the delay of the event
// loop, under the names that every Node program uses.

import { collectDefaultMetrics, Registry } from 'prom-client'

/** How often the delay of the event loop is sampled: seldom enough that an idle server stays idle. */
const eventLoopSampleMs = 20

const sumsNamedAsCounters = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

let registry: Registry | undefined

/** Measures from the first call on. One per process, since the measuring cannot be ended. */
export function nodeMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopSampleMs })
    // Gauges under names of counters: promtool refuses them, and each is the sum of a gauge that stays.
    for (const name of sumsNamedAsCounters) registry.removeSingleMetric(name)
  }
  return registry
}
