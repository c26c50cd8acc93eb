// The program of a thread that runs long queries. `long-reader.ts` sends them. It has no keys, so it decrypts nothing.

import { workerData } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import type { ReadRequest } from './long-reader.ts'
import { cachingStatements } from './statement-cache.ts'
import { answerInThread } from './thread-messages.ts'

const connection = openConnection(String(workerData))
connection.pragma('query_only = ON')
const statements = cachingStatements(connection)

answerInThread(({ sql, parameters }: ReadRequest): readonly unknown[] =>
  statements.prepare(sql).all(parameters),
)
