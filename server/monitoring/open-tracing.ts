// Sends spans to an OpenTelemetry collector, a few hundred at once. What the collector does not take in time is dropped
// and counted: nothing of the product waits for it. A server without a collector loads none of this.

import type { Appliance } from '../appliance.ts'
import { ConnectFailure } from '../egress/guarded-connect.ts'
import { type Cancel, elapsed } from '../kernel/clock.ts'
import { createPost, RefusedSpansError, type TraceSettings } from './post-spans.ts'
import { spansJson, type TraceSpan } from './span-json.ts'
import { createTraceSpans } from './trace-spans.ts'

type TracingNeeds = Pick<Appliance, 'clock' | 'log' | 'egress' | 'secrets' | 'metrics' | 'about'>

export interface Tracing {
  /** Spans since the start: taken by the collector, and lost. */
  counts(): SpanCounts
  /** Sends what is gathered now. */
  flush(): Promise<void>
  /** Sends the last spans, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

interface SpanCounts {
  readonly sent: number
  readonly dropped: number
}

const sendEveryMs = 5_000
const spansAtOnce = 512
/** More are dropped: about 2 MB of memory. */
const spansHeldMax = 4_096

/** @throws Error if the file of authorities holds anything but certificates */
export function openTracing(needs: TracingNeeds, settings: TraceSettings): Tracing {
  const { clock, metrics, log, about } = needs
  const post = createPost(needs, settings)
  const queue = createQueue(log, (spans) =>
    post.send(JSON.stringify(spansJson(spans, about.version))),
  )
  let stopped = false
  let timer: Cancel = () => {}

  function tick(): void {
    timer = clock.after(sendEveryMs, () => {
      void queue.flush().finally(() => {
        if (!stopped) tick()
      })
    })
  }

  metrics.attach(createTraceSpans({ clock, percent: settings.percent, onSpan: queue.add }))
  tick()
  return {
    counts: queue.counts,
    flush: queue.flush,
    async stop(timeoutMs) {
      stopped = true
      timer()
      if (timeoutMs > 0) await Promise.race([queue.flush(), elapsed(clock, timeoutMs)])
      await post.close()
    },
  }
}

/** @param send resolves with how many spans were refused */
function createQueue(
  log: TracingNeeds['log'],
  send: (spans: readonly TraceSpan[]) => Promise<number>,
) {
  let counts: SpanCounts = { sent: 0, dropped: 0 }
  const held: TraceSpan[] = []
  let sending: Promise<void> | undefined
  let isFailing = false

  function count(sent: number, dropped: number): void {
    counts = { sent: counts.sent + sent, dropped: counts.dropped + dropped }
  }

  async function sendAll(): Promise<void> {
    while (held.length > 0) {
      const batch = held.slice(0, spansAtOnce)
      try {
        const refused = await send(batch)
        held.splice(0, batch.length)
        count(batch.length - refused, refused)
        if (isFailing) log.info('traces_sent_again', { count: counts.dropped })
        isFailing = false
      } catch (error) {
        if (error instanceof RefusedSpansError && error.isFinal) {
          held.splice(0, batch.length)
          count(0, batch.length)
        }
        // Only the first of several failures in a row.
        if (!isFailing) log.warn('traces_not_sent', { reason: reasonOf(error) })
        isFailing = true
        return
      }
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    add(span: TraceSpan): void {
      if (held.length >= spansHeldMax) count(0, 1)
      else held.push(span)
      if (held.length === spansAtOnce && !isFailing) void flush()
    },
    counts: () => counts,
    flush,
  }
}

function reasonOf(error: unknown): string {
  const isNamed = error instanceof RefusedSpansError || error instanceof ConnectFailure
  return isNamed ? error.reason : 'connection_failed'
}
