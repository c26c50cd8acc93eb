// A process that starts on a database: migrate.ts <file> <folder for backups>. Prints the schema version.

import { migrate, readExpectedSchema } from '../../../../server/db/migrate.ts'
import { migrations } from '../../../../server/db/migrations/index.ts'
import { openDb } from '../../../../server/db/sqlite/open-db.ts'

const [file = '', backupFolder = ''] = process.argv.slice(2)
const db = openDb(file)
await migrate(db, { migrations, expectedSchema: readExpectedSchema(), backupFolder }, 0)
console.log(db.raw.prepare('select max(version) from schema_migrations').pluck().get())
await db.close()
