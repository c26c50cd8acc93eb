// Formats a delivery to the demo's receiver as one line for people. It begins with two spaces and a log line
// with a brace, so that both can share one output.

import type {
  ReceiverVerdict,
  RecordedDelivery,
} from '../../server/demo/webhook-receiver/delivery.ts'
import type { Format, Sink } from '../io.ts'

/** Fields are at least two spaces apart. Holds ids and states only. */
export function deliveryLine(sink: Sink, delivery: RecordedDelivery): string {
  const { event, verdict, attempt, path } = delivery
  const what = event && [
    event.type.padEnd(eventWidth),
    (event.subjectId ?? '').padEnd(idWidth),
    (event.status ?? '').padEnd(statusWidth),
  ]
  const fields = [
    sink.style('dim', 'webhook'),
    ...(what ?? []),
    sink.style(formatOf(verdict), verdictTexts[verdict]),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(delivery.isRepeat ? [sink.style('yellow', 'repeat')] : []),
    ...(path === '/' ? [] : [path]),
    ...answerFields(delivery),
  ]
  return `  ${fields.join('  ')}\n`
}

const eventWidth = 'verification.completed'.length
const idWidth = 'ver_00000000000000000000000000'.length
const statusWidth = 'approved'.length

const verdictTexts: Readonly<Record<ReceiverVerdict, string>> = {
  valid: 'signature ok',
  missing_signature: 'signature missing',
  malformed_signature: 'signature malformed',
  missing_timestamp: 'timestamp missing',
  malformed_timestamp: 'timestamp malformed',
  signature_mismatch: 'signature wrong',
  stale_timestamp: 'timestamp too old',
  future_timestamp: 'timestamp ahead',
  no_secret: 'no secret: not registered',
  body_too_large: 'body too large',
}

function formatOf(verdict: ReceiverVerdict): Format {
  return verdict === 'valid' ? 'green' : 'red'
}

/** Returns no field for the normal answer: 204 at once to a valid delivery. */
function answerFields({ answer, verdict }: RecordedDelivery): readonly string[] {
  switch (answer.kind) {
    case 'silence':
      return ['no answer']
    case 'reset':
      return ['connection reset']
    case 'status': {
      const late = answer.delayMs > 0 ? ` after ${answer.delayMs} ms` : ''
      const isPlain = answer.status === 204 && verdict === 'valid' && late === ''
      return isPlain ? [] : [`answer ${answer.status}${late}`]
    }
  }
}
