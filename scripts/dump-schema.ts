// Writes server/db/schema.sql from the migrations, and schema.postgres.sql where the system has PostgreSQL. Run after a
// migration changed: npm run schema

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectedSchemaFile } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { type OpenedDatabase, openDatabase } from '../server/db/open-database.ts'
import { databaseAddressOf } from '../server/db/postgres/database-address.ts'
import { systemClock } from '../server/kernel/clock.ts'
import { findBinaries, startLocalServer } from './postgres/local-server.ts'

await dumpSqlite()
const binaries = findBinaries()
if (binaries === undefined) {
  process.stderr.write('No PostgreSQL 15 to 18 is installed: schema.postgres.sql is unchanged.\n')
} else {
  await dumpPostgres(binaries)
}

async function dumpSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-schema-'))
  await dump(await openDatabase({ file: join(folder, 'schema.db'), postgres: undefined }))
  rmSync(folder, { recursive: true })
}

async function dumpPostgres(binaries: string): Promise<void> {
  const server = await startLocalServer(binaries)
  const address = databaseAddressOf(server.url)
  await dump(await openDatabase({ file: '', postgres: { address, connectionsMax: 2 } }))
  await server.stop()
}

async function dump(db: OpenedDatabase): Promise<void> {
  await db.schema.apply(migrations, systemClock.now(), () => {})
  writeFileSync(expectedSchemaFile(db.dialect), await db.schema.dump())
  await db.close()
}
