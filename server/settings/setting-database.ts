// The kind of setting for the URL of a PostgreSQL database. It may hold a password, so no message quotes it.

import { databaseAddressOf, readDatabaseAddress } from '../db/postgres/database-address.ts'
import { kindOf, readBy } from './setting-kinds.ts'

export const databaseUrl = kindOf(
  'database URL',
  'a URL such as postgres://svc:PASSWORD@db.example/svc',
  readBy((given) => (typeof readDatabaseAddress(given) === 'string' ? undefined : given)),
  {
    explain(given) {
      const read = readDatabaseAddress(given)
      return typeof read === 'string' ? `it must ${read}` : undefined
    },
    quotesNothing: true,
  },
)

/** Returns whether both URLs are given and name different databases. */
export function isOtherDatabase(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return databaseAddressOf(one).database !== databaseAddressOf(other).database
}
