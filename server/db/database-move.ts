// The queries of `database_move`, and the check that no server works on a database that a move has left or not reached.

import type { DatabaseMoveTable } from './database-move-table.ts'
import type { Reader, Trx } from './transaction.ts'

interface DatabaseMove {
  readonly state: DatabaseMoveTable['state']
  readonly installationId: string
  readonly otherPlace: string
  readonly changedAt: number
}

/** Thrown where a database is not, or not yet, the one of its installation. */
export class DatabaseMovedError extends Error {
  readonly code = 'DATABASE_MOVED'

  constructor({ state, otherPlace, changedAt }: Omit<DatabaseMove, 'installationId'>) {
    const at = new Date(changedAt).toISOString()
    super(
      state === 'left'
        ? `this database was moved to ${otherPlace} on ${at}, and what was written since is only there. Name that database in the settings (SVC_DATABASE_URL, or SVC_DATA_DIR for a data folder). To move it back, run svc db copy there (svc help postgresql).`
        : `the copy from ${otherPlace} into this database, begun on ${at}, is not finished. Run the same svc db copy again: it goes on where it ended (svc help postgresql).`,
    )
    this.name = 'DatabaseMovedError'
  }
}

/** @throws DatabaseMovedError */
export async function refuseMovedDatabase(db: Reader): Promise<void> {
  const move = await findMove(db)
  if (move !== undefined) throw new DatabaseMovedError(move)
}

export async function findMove(db: Reader): Promise<DatabaseMove | undefined> {
  return db
    .selectFrom('database_move')
    .select(['state', 'installation_id as installationId'])
    .select(['other_place as otherPlace', 'changed_at as changedAt'])
    .executeTakeFirst()
}

export async function insertMove(trx: Trx, move: DatabaseMove): Promise<void> {
  const { state, installationId, otherPlace, changedAt } = move
  await trx
    .insertInto('database_move')
    .values({
      only: 1,
      state,
      installation_id: installationId,
      other_place: otherPlace,
      changed_at: changedAt,
    })
    .execute()
}

export async function deleteMove(trx: Trx): Promise<void> {
  await trx.deleteFrom('database_move').execute()
}
