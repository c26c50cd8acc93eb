// Runs queries that may take long in threads, so that they do not stop the event loop. A store reads with it as with
// any other reader.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { workerFile } from '../../kernel/built-files.js'
import type { Schema } from '../schema.ts'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import { createThread, type Thread } from './thread.ts'

export interface ReadRequest {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A third query waits for one of the first two. */
const threadsMax = 2

/**
 * Each query sees one snapshot, which ends with the query, so a slow client keeps no checkpoint waiting. All rows of
 * a query arrive at once; read long lists a page at a time. A query that nobody waits for any more still runs to its
 * end, because the driver cannot interrupt one. There are no transactions and no streams.
 *
 * Costs about 0.1 ms a query more than a reader on the main thread. The threads start when first needed.
 */
export function createLongReader(file: string): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => threadDriver(file),
      createQueryCompiler: () => new StablePlanCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

function threadDriver(file: string): Driver {
  const threads = Array.from({ length: threadsMax }, () =>
    createThread<ReadRequest>(() => workerFile('./read-thread.ts', import.meta.url), file),
  )
  const refuse = () => Promise.reject(new Error('a long reader has no transactions'))
  return {
    init: async () => {},
    acquireConnection: async () => connectionTo(leastBusy(threads)),
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    async destroy() {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** Starts the second thread only while the first is busy. */
function leastBusy(threads: readonly Thread<ReadRequest>[]): Thread<ReadRequest> {
  return threads.reduce((best, one) => (one.pending < best.pending ? one : best))
}

function connectionTo(thread: Thread<ReadRequest>): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const rows = await thread.ask<Record<string, unknown>[]>({ sql, parameters })
      for (const row of rows) restoreBuffers(row)
      return { rows: rows as Row[] }
    },
    streamQuery() {
      throw new Error('a long reader has no streams')
    },
  }
}

/** A Buffer arrives from a thread as a plain Uint8Array. */
function restoreBuffers(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) {
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  }
}
