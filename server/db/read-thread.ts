// The program of a thread that runs long queries. `long-reader.ts` sends them. It has no keys, so it decrypts nothing.

import { workerData } from 'node:worker_threads'
import { openConnection, type RawConnection } from './connection.ts'
import type { ReadRequest } from './long-reader.ts'
import { answerInThread } from './thread-messages.ts'

const statementsCachedMax = 50

const connection = openConnection(String(workerData))
connection.pragma('query_only = ON')
const statements = new Map<string, ReturnType<RawConnection['prepare']>>()

answerInThread(({ sql, parameters }: ReadRequest): readonly unknown[] =>
  statementOf(sql).all(parameters),
)

function statementOf(sql: string) {
  const known = statements.get(sql)
  if (known) return known
  if (statements.size >= statementsCachedMax) statements.clear()
  const statement = connection.prepare(sql)
  statements.set(sql, statement)
  return statement
}
