// Connects the session guard of the console to the users and sessions in the database.

import { consoleUrlOf } from '../settings/console-url.ts'
import type { UserNeeds } from '../users/request-origin.ts'
import { findSessionId, findSignedIn } from '../users/sessions.ts'
import { recordDenial } from './permission-denial.ts'
import { sessionCookieFor } from './session-cookie.ts'
import type { SessionGuard } from './session-guard.ts'

export function createSessionGuard(needs: UserNeeds): SessionGuard {
  return {
    cookieName: (isTls) => sessionCookieFor(consoleUrlOf(needs.config), isTls).name,
    now: () => needs.clock.now(),
    findSessionId: (token) => findSessionId(needs, token),
    findSignedIn: (token, isUse) => findSignedIn(needs, token, isUse),
    recordDenial: (signedIn, denied) => recordDenial(needs, signedIn, denied),
  }
}
