// Writes server/db/schema.sql from the migrations. Run after adding one: npm run schema

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyMigrations, dumpSchema } from '../server/db/migrate.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { openDb } from '../server/db/open-db.ts'
import { systemClock } from '../server/kernel/clock.ts'

const file = fileURLToPath(new URL('../server/db/schema.sql', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'svc-schema-'))
const db = openDb(join(folder, 'schema.db'))
await applyMigrations(db, migrations, systemClock.now())
writeFileSync(file, dumpSchema(db.raw))
await db.close()
rmSync(folder, { recursive: true })
