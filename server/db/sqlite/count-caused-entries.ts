// Counts entries of the audit log that a change of the release would lose. For commands of another release than the one that
// wrote the database.

import { openDb } from './open-db.ts'

interface CausedEntries {
  /**
   * Entries that users and commands have caused, and those of erasures. What a server records by itself, as at each start,
   * does not count, nor does what clients ask for again and again.
   */
  readonly all: number
  /** Of these, erasures that somebody asked for. The server repeats its own, of what is no longer kept, by itself. */
  readonly askedErasures: number
}

export async function countCausedEntries(file: string): Promise<CausedEntries> {
  const db = openDb(file)
  try {
    const counted = await db.reader
      .selectFrom('audit_entries')
      .select(({ fn, eb, and, or }) => {
        const isErasure = eb('action', 'in', ['verification.erased', 'verification.images_erased'])
        const isAsked = and([isErasure, eb('actor_kind', '<>', 'system')])
        const isCaused = or([eb('actor_kind', 'in', ['user', 'cli']), isErasure])
        const count = () => fn.countAll<number>()
        return [
          count().filterWhere(isCaused).as('all'),
          count().filterWhere(isAsked).as('askedErasures'),
        ]
      })
      .executeTakeFirstOrThrow()
    return { all: Number(counted.all), askedErasures: Number(counted.askedErasures) }
  } finally {
    await db.close()
  }
}
