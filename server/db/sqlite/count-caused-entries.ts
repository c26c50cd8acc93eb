// Counts entries of the audit log that a change of the release would lose. For commands of another release than the one that
// wrote the database.

import type { Schema } from '../schema.ts'
import { openDb } from './open-db.ts'

interface CausedEntries {
  /**
   * Entries that users, clients and commands have caused, and those of erasures. What a server records by itself, as at each
   * start, does not count, nor does what nobody would miss.
   */
  readonly all: number
  /** Of these, erasures that somebody asked for. The server repeats its own, of what is no longer kept, by itself. */
  readonly askedErasures: number
}

/** @param missedByNobody actions of the audit log that may be lost */
export async function countCausedEntries(
  file: string,
  missedByNobody: readonly Schema['audit_entries']['action'][],
): Promise<CausedEntries> {
  const db = openDb(file)
  try {
    const counted = await db.reader
      .selectFrom('audit_entries')
      .select(({ fn, eb, and, or }) => {
        const isErasure = eb('action', 'in', ['verification.erased', 'verification.images_erased'])
        const isOfOthers = eb('actor_kind', '<>', 'system')
        const isMissed = and([isOfOthers, eb('action', 'not in', missedByNobody)])
        const count = () => fn.countAll<number>()
        return [
          count()
            .filterWhere(or([isMissed, isErasure]))
            .as('all'),
          count()
            .filterWhere(and([isErasure, isOfOthers]))
            .as('askedErasures'),
        ]
      })
      .executeTakeFirstOrThrow()
    return { all: Number(counted.all), askedErasures: Number(counted.askedErasures) }
  } finally {
    await db.close()
  }
}
