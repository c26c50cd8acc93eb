// A case of a check: its name, the state and code that must result, and the outcome.

import type { CheckState, DoctorCheckName } from '../../../server/doctor/check-names.ts'
import type { DoctorOutcome } from '../../../server/doctor/outcome.ts'

export type CheckCase = readonly [
  name: DoctorCheckName,
  state: CheckState,
  code: string,
  outcome: DoctorOutcome,
]
