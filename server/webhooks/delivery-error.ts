// Why an attempt did not deliver: told by the log of deliveries and by the alerts about webhooks.

/** Closed list. Nothing of the receiver's own words is ever kept. */
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
 * Why an attempt did not deliver. `bad_status`: any answer but 2xx. `interrupted`: our own stop broke
 * it off, which costs no attempt. `body_gone`: what was to be sent is not kept any more.
 */
export const deliveryErrors = [...attemptErrors, 'bad_status', 'interrupted', 'body_gone'] as const
export type DeliveryError = (typeof deliveryErrors)[number]
