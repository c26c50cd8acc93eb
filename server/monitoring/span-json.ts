// The form in which OpenTelemetry collectors take spans: OTLP 1.x as JSON, with hex ids and times in nanoseconds.
// Pure. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding

/** All attributes that a span may have: templates, codes, ids as in the log; never a path, a body or a name. */
interface SpanAttributes {
  readonly 'http.request.method'?: string
  /** The route's template. */
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  readonly 'svc.request_id'?: string
  readonly 'svc.verification_id'?: string
  readonly 'svc.job_id'?: string
  readonly 'svc.job_kind'?: string
  readonly 'svc.run'?: number
  readonly 'svc.purpose'?: string
  readonly 'svc.outcome'?: string
  readonly 'svc.event_id'?: string
  readonly 'svc.delivery_id'?: string
  readonly 'svc.webhook_id'?: string
}

export interface TraceSpan {
  /** 32 hex digits. */
  readonly traceId: string
  /** 16 hex digits. */
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: keyof typeof kinds
  readonly endedAt: number
  readonly durationMs: number
  readonly isError: boolean
  readonly attributes: SpanAttributes
}

const kinds = { internal: 1, server: 2, client: 3 } as const
const statusOfError = 2

/** @param version of the product */
export function spansJson(spans: readonly TraceSpan[], version: string) {
  const attributes = attributesJson({ 'service.name': 'svc', 'service.version': version })
  return {
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [{ scope: { name: 'svc', version }, spans: spans.map(spanJson) }],
      },
    ],
  }
}

function spanJson({ endedAt, durationMs, isError, attributes, kind, ...span }: TraceSpan) {
  return {
    ...span,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(endedAt - durationMs),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesJson(attributes),
    status: isError ? { code: statusOfError } : {},
  }
}

function nanoseconds(instantMs: number): string {
  return `${Math.round(instantMs)}000000`
}

function attributesJson(attributes: object) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
    }))
}
