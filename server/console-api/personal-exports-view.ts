// How many rows with personal data a member has taken alone, read from the audit log.

import { listAuditEntries } from '../audit/audit-view.ts'
import type { Reader } from '../db/transaction.ts'

const entriesAtOnce = 200

/** Rows of exports that began at `since` or later and that nobody else agreed to, whether or not they ended. */
export async function countPersonalRows(
  db: Reader,
  { memberId: actorId, since: from }: { readonly memberId: string; readonly since: number },
): Promise<number> {
  const filter = { actorId, action: 'verification.exported', from } as const
  let rows = 0
  for (let after: string | undefined, isMore = true; isMore; ) {
    const found = await listAuditEntries(db, filter, { limit: entriesAtOnce, after })
    const entries = found.slice(0, entriesAtOnce)
    for (const { details } of entries) {
      // The entry of the end has the digest of the file, and the same rows again.
      const isAlone = details.approval_id === undefined && details.hash === undefined
      if (details.personal && isAlone) rows += details.count ?? 0
    }
    after = entries.at(-1)?.id
    isMore = found.length > entriesAtOnce
  }
  return rows
}
