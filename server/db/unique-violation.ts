// Recognises that a write met a row with the same key, for stores and use cases, whichever database there is.

const codes: ReadonlySet<unknown> = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '23505',
])

/** Returns whether a unique index or primary key was violated. On PostgreSQL the transaction cannot go on after it. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
