// The rows of the console's table of endpoints (console-api/routes): path, permission, and the handler with its
// request.

import type { Answer, FileAnswer } from '../http/answer.ts'
import type { RoutePlace, RouteRequest } from '../http/route-request.ts'
import type { Permission } from '../users/role.ts'
import type { SignedIn } from '../users/user.ts'

export interface ConsoleRequest
  extends Pick<
    RouteRequest,
    'requestId' | 'clientAddress' | 'signal' | 'isTls' | 'browser' | 'param' | 'json'
  > {
  /** User and session of the request. @throws Error at an `open` route */
  readonly signedIn: SignedIn
  /**
   * Returns the whole query: call it once, with all names. A misspelled filter would show more rows than were asked
   * for.
   * @throws AppError `invalid_request` for parameters other than these, with the nearest known name
   */
  query: RouteRequest['query']
  /** Returns the token in a cookie; undefined if there is none or more than one. */
  cookie(name: string): string | undefined
}

/**
 * Who may use a console route: users whose role has the permission, or a stage of signing in. `open`: anyone.
 * `half_way`: a session of any stage. `enrolling`: a session that must set up a second factor first, or one
 * confirmed recently. `signed_in`: every user with a full session.
 */
export type ConsoleAccess = Permission | 'open' | 'half_way' | 'enrolling' | 'signed_in'

/** Below `/console/api`, for the console alone. */
export interface ConsoleRoute extends RoutePlace {
  readonly audience: 'console'
  readonly permission: ConsoleAccess
  /** Requires that the user confirmed their identity in the last five minutes. */
  readonly confirm?: true
  /** Not in the OpenAPI document: only the console's pages call it. */
  readonly describe?: never
  answer(request: ConsoleRequest): Promise<Answer | FileAnswer>
}
