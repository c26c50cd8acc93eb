// What to make of a receiver's answer, or of its absence. Pure.

import type { DeliveryError } from '../../server/webhooks/delivery.ts'
import { exchangeErrorTexts } from '../../server/webhooks/exchange-text.ts'
import { type ExitStatus, exitStatus } from '../exit-codes.ts'

/** Of an attempt: at most one of the two before it was made, both where the answer does not deliver. */
export interface Answer {
  readonly status: number | null
  readonly error: DeliveryError | null
}

/** One word: `204`, `timeout`, or `-` where there is nothing to tell of. */
export function answerWord({ status, error }: Answer): string {
  return status === null ? (error ?? '-') : String(status)
}

/** A sentence or two that say what to do; undefined where all is well. */
export function explainAnswer({ status, error }: Answer): string | undefined {
  switch (error) {
    case null:
      return undefined
    case 'bad_status':
      return explainStatus(status ?? 0)
    case 'interrupted':
      return 'The attempt was cut off on our side, which costs none of the attempts.'
    case 'body_gone':
      return 'What was to be sent is not kept any more. Read the verification instead.'
    default:
      return exchangeErrorTexts[error]
  }
}

/** What a script may conclude: whether it is for the receiver to be mended, or only to be there. */
export function exitStatusOf(error: DeliveryError | undefined): ExitStatus {
  switch (error) {
    case undefined:
      return exitStatus.ok
    case 'timeout':
    case 'dns_failed':
    case 'connection_failed':
    case 'connection_lost':
      return exitStatus.unreachable
    case 'bad_status':
    case 'tls_failed':
    case 'address_forbidden':
    case 'aborted':
    case 'interrupted':
    case 'body_gone':
      return exitStatus.problemsFound
  }
}

function explainStatus(status: number): string {
  if (status >= 300 && status <= 399) {
    return 'Redirects are not followed. Register the address that this one leads to.'
  }
  const advice = adviceOnStatus[status]
  const rule = 'Only an answer of 2xx counts as delivered.'
  return advice === undefined ? rule : `${rule} ${advice}`
}

const wrongSecret =
  'Does the receiver have the right secret? Capture a delivery and ask: svc webhooks verify'
const wrongPath = 'Is the path of the URL right?'

const adviceOnStatus: Readonly<Record<number, string>> = {
  400: wrongSecret,
  401: wrongSecret,
  403: wrongSecret,
  404: wrongPath,
  405: wrongPath,
  410: 'The receiver says that it is gone for good.',
  429: 'The receiver asks for fewer requests.',
}
