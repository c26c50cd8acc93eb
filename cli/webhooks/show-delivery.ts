// Shows deliveries at the command line: many as a table, one with all its details.

import type {
  AttemptJson,
  DeliveryDetailJson,
  DeliveryJson,
} from '../../server/api/webhooks/delivery-api.ts'
import type { Format, Sink } from '../io.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { fromNow, spanText } from '../text/from-now.ts'
import { dayAndMinute } from '../text/instant-text.ts'
import { renderFacts, renderTable, type TableColumn } from '../text/table.ts'
import { type AttemptResult, answerWord, explainAnswer } from './explain-answer.ts'
import { shortEvent } from './show-webhook.ts'

/** `1 delivery`, `2 deliveries`. */
export function deliveriesText(count: number): string {
  return countedNoun(count, 'delivery', 'deliveries')
}

export function deliveryTable(sink: Sink, items: readonly DeliveryJson[], nowMs: number): string {
  const isAwaited = items.some((one) => one.next_attempt_at !== null)
  return renderTable(sink, deliveryColumns(sink, nowMs, isAwaited), items)
}

export function deliveryText(sink: Sink, delivery: DeliveryDetailJson, nowMs: number): string {
  const { attempt_log: log, next_attempt_at: next } = delivery
  const last = lastAnswerOf(delivery)
  const facts = renderFacts(sink, [
    ['id', delivery.id],
    ['webhook', delivery.webhook_id],
    ['event', delivery.event],
    ['event id', delivery.event_id],
    ['verification', delivery.verification_id],
    ['status', delivery.status],
    ['attempts', String(delivery.attempts)],
    ['replays', String(delivery.replays)],
    ['last answer', delivery.attempts === 0 ? undefined : answerWord(last)],
    ['', explainAnswer(last)],
    ['next attempt', next === null ? undefined : `${next} (${fromNow(Date.parse(next), nowMs)})`],
    ['created', delivery.created_at],
    ['finished', delivery.finished_at ?? undefined],
  ])
  return log.length === 0 ? facts : `${facts}\n${renderTable(sink, attemptColumns, log)}`
}

/** On a narrow terminal the next attempt is kept and the verification left out. */
function deliveryColumns(
  sink: Sink,
  nowMs: number,
  isAwaited: boolean,
): readonly TableColumn<DeliveryJson>[] {
  const next = { title: 'NEXT IN', cell: (one: DeliveryJson) => nextOf(one, nowMs) }
  return [
    { title: 'DELIVERY', cell: ({ id }) => id },
    { title: 'CREATED UTC', cell: ({ created_at }) => dayAndMinute(created_at, nowMs) },
    { title: 'EVENT', cell: ({ event }) => shortEvent(event), isExtra: true },
    { title: 'STATUS', cell: ({ status }) => status, paint: (text) => paintState(sink, text) },
    { title: 'ANSWER', cell: (one) => answerWord(lastAnswerOf(one)), shrinks: true },
    ...(isAwaited ? [next] : []),
    { title: 'VERIFICATION', cell: (one) => one.verification_id ?? '-', isExtra: true },
    { title: 'TRIES', cell: ({ attempts }) => String(attempts), isExtra: true },
  ]
}

function nextOf({ next_attempt_at: next }: DeliveryJson, nowMs: number): string {
  if (next === null) return '-'
  const restMs = Date.parse(next) - nowMs
  return restMs <= 0 ? 'now' : spanText(restMs)
}

const attemptColumns: readonly TableColumn<AttemptJson>[] = [
  { title: 'ATTEMPT', cell: ({ number }) => String(number) },
  { title: 'STARTED', cell: (attempt) => attempt.started_at },
  { title: 'TOOK', cell: (attempt) => `${attempt.duration_ms} ms` },
  { title: 'ANSWER', cell: ({ status_code: status, error }) => answerWord({ status, error }) },
]

function lastAnswerOf({
  last_status_code: status,
  last_error: error,
}: DeliveryJson): AttemptResult {
  return { status, error }
}

const formats: Readonly<Record<DeliveryJson['status'], Format>> = {
  delivered: 'green',
  failed: 'red',
  pending: 'cyan',
  cancelled: 'dim',
}

function paintState(sink: Sink, text: string): string {
  const [, format] = Object.entries(formats).find(([state]) => state === text.trim()) ?? []
  return format === undefined ? text : sink.style(format, text)
}
