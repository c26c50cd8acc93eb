// What the product measures while it works. Parts of the product call it; `monitoring/` counts it for Prometheus and
// makes traces of it.

/** Every method is cheap and never throws. Names are templates and codes of the product, never text of a client. */
export interface Metrics {
  /** @param route template of the route, not the requested path; @param status of the response, 0 if the client left */
  request(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly durationMs: number
    readonly requestId: string
    readonly verificationId: string | undefined
    /** W3C Trace Context of a trusted proxy, as it came; of nobody else. */
    readonly traceparent: string | undefined
  }): void
  /** A run of a job ended. */
  job(
    ended: MeasuredRun & {
      readonly kind: string
      readonly outcome: string
      readonly durationMs: number
    },
  ): void
  /** An attempt to deliver an event to a webhook ended. */
  attempt(attempt: {
    readonly result: DeliveryAttemptResult
    readonly durationMs: number
    readonly endedAt: number
    readonly eventId: string
    readonly deliveryId: string
    readonly webhookId: string
  }): void
  /** A call to the identity provider or the scoring engine ended. */
  outboundCall(ended: {
    readonly purpose: string
    readonly outcome: string
    readonly durationMs: number
  }): void
}

/** One run of a job. */
export interface MeasuredRun {
  readonly jobId: string
  /** Number of the run, from 1. */
  readonly run: number
  /** Id of the verification, for most jobs. */
  readonly subjectId: string
}

/** Lets what is measured during a run be known as a part of it. */
export interface RunScope {
  inRun<Result>(run: MeasuredRun, work: () => Result): Result
}

/** `retry`: another attempt follows. `failed`: it was the last attempt. */
type DeliveryAttemptResult = 'delivered' | 'retry' | 'failed'

export interface MetricsRelay extends Metrics, RunScope {
  /** From now on everything is counted there too. Before, nothing is. At most one that is attached has a scope. */
  attach(metrics: Metrics & Partial<RunScope>): void
}

/** Passes everything on to what a server attaches: commands count nothing. */
export function createMetricsRelay(): MetricsRelay {
  const attached: Metrics[] = []
  let scope: Partial<RunScope> = {}
  return {
    attach(metrics) {
      attached.push(metrics)
      if (metrics.inRun) scope = metrics
    },
    request(request) {
      for (const one of attached) one.request(request)
    },
    job(run) {
      for (const one of attached) one.job(run)
    },
    attempt(attempt) {
      for (const one of attached) one.attempt(attempt)
    },
    outboundCall(ended) {
      for (const one of attached) one.outboundCall(ended)
    },
    inRun: (run, work) => (scope.inRun ? scope.inRun(run, work) : work()),
  }
}
