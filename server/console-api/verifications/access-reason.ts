// The reasons for which a user may view or export personal data: a closed list, recorded in the audit log. Pure;
// the console imports it.

export const accessReasons = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const
export type AccessReason = (typeof accessReasons)[number]
