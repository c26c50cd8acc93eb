// Refuses commands that work on the SQLite file where the database is on PostgreSQL.

import type { Config } from '../server/config.ts'
import { CommandError } from './command-error.ts'

/** @throws CommandError `precondition_failed` */
export function requireSqlite(
  { postgres }: Pick<Config, 'postgres'>,
  command: string,
  instead: string,
): void {
  if (postgres === undefined) return
  throw new CommandError(
    'precondition_failed',
    `${command} is for the SQLite file, and this installation uses PostgreSQL (${postgres}). ${instead} See: svc help postgresql`,
  )
}

export const ownBackups =
  'Back up the database by its own means (pg_dump, pg_basebackup), and the folder images with it.'
