// The reasons for which a delivery attempt failed, as the delivery log and the alerts show them.

/** A closed list: text from the receiver is never kept. */
const attemptErrors = [
  'timeout',
  'dns_failed',
  'address_forbidden',
  'connection_failed',
  'tls_failed',
  'connection_lost',
  'aborted',
] as const

export type AttemptError = (typeof attemptErrors)[number]

/**
 * Why an attempt failed. `bad_status`: any status but 2xx. `interrupted`: the server's stop ended it, which
 * does not count as an attempt. `body_gone`: the event's body has been pruned or erased.
 */
export const deliveryErrors = [...attemptErrors, 'bad_status', 'interrupted', 'body_gone'] as const
export type DeliveryError = (typeof deliveryErrors)[number]
