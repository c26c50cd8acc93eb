// Counts the rows with personal data that a user has exported without approval, from the audit log.

import { listAuditEntries } from '../../audit/audit-view.ts'
import type { Reader } from '../../db/transaction.ts'

const entriesAtOnce = 200

/** Counts exports that began at `since` or later, including unfinished ones. */
export async function countPersonalRows(
  db: Reader,
  { userId: actorId, since: from }: { readonly userId: string; readonly since: number },
): Promise<number> {
  const filter = { actorId, action: 'verification.exported', from } as const
  let rows = 0
  for (let after: string | undefined, isMore = true; isMore; ) {
    const page = await listAuditEntries(db, filter, { limit: entriesAtOnce, after })
    const entries = page.slice(0, entriesAtOnce)
    for (const { details, outcome } of entries) {
      // The entry for the end of an export (with the file's digest, or denied) repeats the count, so it is skipped.
      const isStart = details.hash === undefined && outcome === 'done'
      const isCounted = details.approval_id === undefined && isStart
      if (details.personal && isCounted) rows += details.count ?? 0
    }
    after = entries.at(-1)?.id
    isMore = page.length > entriesAtOnce
  }
  return rows
}
