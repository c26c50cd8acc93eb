// Joins the door of the console to the staff that is kept in the database.

import { recordAudit } from '../audit/record-audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { consoleUrlOf } from '../settings/console-url.ts'
import { findVisit } from '../staff/sessions.ts'
import { originOf, type StaffNeeds } from '../staff/visitor.ts'
import { sessionCookieFor } from './session-cookie.ts'
import type { StaffDoorkeeper } from './staff-door.ts'

export function createDoorkeeper(needs: StaffNeeds): StaffDoorkeeper {
  return {
    cookieName: (isTls) => sessionCookieFor(consoleUrlOf(needs.config), isTls).name,
    now: () => needs.clock.now(),
    findVisit: (token) => findVisit(needs, token),
    async recordDenial({ member }, { permission, ...visitor }) {
      await inTransaction(needs.db, (trx) =>
        recordAudit(needs, trx, {
          by: originOf(visitor, member.id),
          action: 'staff.access_denied',
          outcome: 'denied',
          details: { permission, role: member.role },
        }),
      )
    },
  }
}
