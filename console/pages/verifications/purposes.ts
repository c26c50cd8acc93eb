// Purposes of an export with personal data; recorded in the audit log.

import type { PersonalExportJson } from '../../../server/console-api/verifications/verification-list-json.ts'

export type Purpose = PersonalExportJson['purpose']

export const purposes = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const satisfies Purpose[]
