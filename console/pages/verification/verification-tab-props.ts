// Props of every tab and bar of the verification page.

import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ShownPerson } from './use-person.ts'

export interface VerificationTabProps {
  readonly opened: VerificationScreenJson
  readonly person: ShownPerson
}
