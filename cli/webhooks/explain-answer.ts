// Explains a receiver's answer, or why there was none. Pure.

import { attemptErrorTexts } from '../../server/deliveries/attempt-error-text.ts'
import type { DeliveryError } from '../../server/webhooks/delivery-error.ts'
import { type ExitStatus, exitStatus } from '../exit-codes.ts'

/** The result of an attempt: both are null before it is made, both set if an answer does not count as delivered. */
export interface AttemptResult {
  readonly status: number | null
  readonly error: DeliveryError | null
}

/** One word: `204`, `timeout`, or `-` if there was no attempt. */
export function answerWord({ status, error }: AttemptResult): string {
  return status === null ? (error ?? '-') : String(status)
}

/** One or two sentences of advice; undefined if the delivery succeeded. */
export function explainAnswer({ status, error }: AttemptResult): string | undefined {
  switch (error) {
    case null:
      return undefined
    case 'bad_status':
      return explainStatus(status ?? 0)
    case 'interrupted':
      return 'The attempt was interrupted on our side and does not count.'
    case 'body_gone':
      return 'The body was pruned. Read the verification instead.'
    default:
      return attemptErrorTexts[error]
  }
}

/** Exit status: `unreachable` if the receiver did not answer, `problemsFound` if it has to be fixed. */
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
    return 'Redirects are not followed. Register the address it redirects to.'
  }
  const advice = adviceOnStatus[status]
  const rule = 'Only a 2xx answer counts as delivered.'
  return advice === undefined ? rule : `${rule} ${advice}`
}

const wrongSecret =
  'Does the receiver have the right secret? Capture a delivery and check it: svc webhooks verify'
const wrongPath = 'Is the path of the URL right?'

const adviceOnStatus: Readonly<Record<number, string>> = {
  400: wrongSecret,
  401: wrongSecret,
  403: wrongSecret,
  404: wrongPath,
  405: wrongPath,
  410: 'The receiver is gone for good.',
  429: 'The receiver asks for fewer requests.',
}
