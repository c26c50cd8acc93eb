// Names the prepared queries of the process, so that PostgreSQL parses and plans each once a connection.

const names = new Map<string, string>()

/** Call it once for each query that is prepared, never for queries that are built anew each time: names stay. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `svc_${names.size + 1}`)
}

/** Returns undefined for a query that is sent whole each time. */
export function statementNameOf(sql: string): string | undefined {
  return names.get(sql)
}
