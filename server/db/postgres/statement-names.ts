// Names the prepared queries of the process, so that PostgreSQL parses and plans each once a connection.

import { createHash } from 'node:crypto'

const names = new Map<string, string>()
const lettersOfName = 22

/**
 * Call it once for each query that is prepared, never for queries that are built anew each time: names stay. The name
 * is drawn from the query, because behind a pooler another process, of another release, may have prepared it.
 */
export function nameStatement(sql: string): void {
  const digest = createHash('sha256').update(sql).digest('base64url')
  names.set(sql, `svc_${digest.slice(0, lettersOfName)}`)
}

/** Returns undefined for a query that is sent whole each time. */
export function statementNameOf(sql: string): string | undefined {
  return names.get(sql)
}
