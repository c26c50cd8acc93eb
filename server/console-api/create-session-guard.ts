// Connects the session guard of the console to the users and sessions in the database.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import { originOf, type UserNeeds } from '../users/request-origin.ts'
import { findSignedIn } from '../users/sessions.ts'
import { sessionCookieFor } from './session-cookie.ts'
import type { SessionGuard } from './session-guard.ts'

export function createSessionGuard(needs: UserNeeds): SessionGuard {
  return {
    cookieName: (isTls) => sessionCookieFor(consoleUrlOf(needs.config), isTls).name,
    now: () => needs.clock.now(),
    findSignedIn: (token) => findSignedIn(needs, token),
    async recordDenial({ user }, { permission, ...requestOrigin }) {
      await inTransaction(needs.db, (trx) =>
        recordAudit(needs, trx, {
          by: originOf(requestOrigin, user.id),
          action: 'user.access_denied',
          outcome: 'denied',
          details: { permission, role: user.role },
        }),
      )
    },
  }
}
