// Response to setting up a second factor, and the callback that receives it.

import type { SignedInJson } from '../../../server/users/user-json.ts'

/**
 * The server's response: recovery codes if they are new, and the session if the sign-in waited for
 * this.
 */
export type EnrolledJson = { readonly recovery_codes: readonly string[] | null } & (
  | SignedInJson
  | Pick<SignedInJson, 'stage' | 'csrf_token'>
)

export interface SetUpFactorProps {
  readonly onEnrolled: (enrolled: EnrolledJson) => void
  /** The user has an app, which another one replaces. */
  readonly hasApp?: boolean
}
