// The reasons for which a user may view or export personal data: a closed list, recorded in the audit log. Pure;
// the console imports it.

import type { Environment } from '../../kernel/environment.ts'

export const accessReasons = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
  'integration',
] as const
export type AccessReason = (typeof accessReasons)[number]

/** Reasons for one verification. To test the bank's own programs is a reason in the sandbox alone. */
export function accessReasonsIn(environment: Environment): readonly AccessReason[] {
  return accessReasons.filter((reason) => reason !== 'integration' || environment === 'sandbox')
}

/** Reasons for a whole list: a claim and a test are about single verifications. */
export const listReasons = accessReasons.filter(
  (reason) => reason !== 'review' && reason !== 'integration',
)
