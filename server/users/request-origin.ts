// Where a request of the console comes from, and the session and user it belongs to.

import type { Appliance } from '../appliance.ts'
import type { AuditOrigin } from '../audit/audit.ts'

/** Dependencies of everything about users. */
export type UserNeeds = Pick<Appliance, 'config' | 'db' | 'clock' | 'log' | 'keyring' | 'passwords'>

/** The same, and the bank's directory. */
export type DirectoryNeeds = UserNeeds & Pick<Appliance, 'directory'>

/** Where a request of the console comes from. */
export interface RequestOrigin {
  readonly clientAddress: string
  /** The network by which sign-in failures are counted; see `siteOf`. */
  readonly network: string
  /** The larger network by which known places are recognised; see `areaOf`. */
  readonly area: string
  readonly browser: string
  readonly requestId: string
}

export function originOf(
  { clientAddress, requestId }: Pick<RequestOrigin, 'clientAddress' | 'requestId'>,
  userId: string | undefined,
): AuditOrigin {
  return { actor: { kind: 'user', id: userId }, clientAddress, requestId }
}
