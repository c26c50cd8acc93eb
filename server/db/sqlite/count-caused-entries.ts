// Counts entries of the audit log that a change of the release would lose. For commands of another release than the one
// that wrote the database.

import type { Schema } from '../schema.ts'
import { openDb } from './open-db.ts'

interface CausedEntries {
  /** Erasures that somebody asked for. */
  readonly askedErasures: number
  /** Erasures of the server's own, of what is no longer kept: it repeats them by itself. */
  readonly ownErasures: number
  /**
   * Other entries that users, clients and commands have caused, not what a server records by itself, as at each start.
   */
  readonly others: number
}

/** @param uncounted actions of users, clients and commands that do not count */
export async function countCausedEntries(
  file: string,
  uncounted: readonly Schema['audit_entries']['action'][],
): Promise<CausedEntries> {
  const db = openDb(file)
  try {
    const counted = await db.reader
      .selectFrom('audit_entries')
      .select(({ fn, eb, and, not }) => {
        const isErasure = eb('action', 'in', ['verification.erased', 'verification.images_erased'])
        const isAsked = eb('actor_kind', '<>', 'system')
        const isCounted = eb('action', 'not in', uncounted)
        const count = () => fn.countAll<number>()
        return [
          count()
            .filterWhere(and([isErasure, isAsked]))
            .as('askedErasures'),
          count()
            .filterWhere(and([isErasure, not(isAsked)]))
            .as('ownErasures'),
          count()
            .filterWhere(and([not(isErasure), isAsked, isCounted]))
            .as('others'),
        ]
      })
      .executeTakeFirstOrThrow()
    return {
      askedErasures: Number(counted.askedErasures),
      ownErasures: Number(counted.ownErasures),
      others: Number(counted.others),
    }
  } finally {
    await db.close()
  }
}
