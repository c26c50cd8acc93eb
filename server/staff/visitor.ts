// Who stands at the door of the console: where a request comes from, and whose session it carries.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'
import type { Member, Session } from './staff.ts'

/** What everything about the staff needs. */
export type StaffNeeds = Pick<
  Appliance,
  'config' | 'db' | 'clock' | 'log' | 'keyring' | 'passwords'
>

export interface Visitor {
  readonly clientAddress: string
  /** What one visitor's failures are counted by; see `siteOf`. */
  readonly network: string
  /** What a usual place is known by; see `areaOf`. */
  readonly area: string
  readonly browser: string
  readonly requestId: string
}

/** A session that lives, and whose it is. */
export interface Visit {
  readonly member: Member
  readonly session: Session
  /** To be sent back in the header `svc-csrf`. */
  readonly csrfToken: string
}

export function originOf(
  { clientAddress, requestId }: Pick<Visitor, 'clientAddress' | 'requestId'>,
  memberId: string | undefined,
): AuditOrigin {
  return { actor: { kind: 'staff', id: memberId }, clientAddress, requestId }
}
