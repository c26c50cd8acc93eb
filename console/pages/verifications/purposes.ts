// What personal details may be taken out for: the words that the audit log keeps.

import type { PersonalExportJson } from '../../../server/console-api/verifications/verification-list-json.ts'

export type Purpose = PersonalExportJson['purpose']

export const purposes = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const satisfies Purpose[]
