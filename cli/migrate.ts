// `svc migrate`: brings the database to the schema of this release, on PostgreSQL as the owner of the tables.

import type { Command } from 'commander'
import { openAppliance } from '../server/appliance.ts'
import { listAppliedMigrations } from '../server/db/migration-view.ts'
import { silentLog } from '../server/kernel/log.ts'
import type { CommandContext } from './context.ts'
import { namingDatabase, requireInstalled } from './installed.ts'
import { examples } from './root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc migrate'))
    .addHelpText(
      'after',
      '\nOn PostgreSQL it connects as SVC_DATABASE_OWNER_URL, and grants the role of\nSVC_DATABASE_URL its rights. svc serve needs neither that setting nor its rights.\nMore: svc help postgresql\n',
    )
    .action(() => migrate(context))
}

async function migrate({ io, session }: CommandContext): Promise<void> {
  const loaded = await session.settings()
  await requireInstalled(loaded, session)
  const parts = { log: silentLog, migratesAsOwner: true }
  const appliance = await namingDatabase(loaded, () => openAppliance(loaded, parts))
  try {
    const [newest] = await listAppliedMigrations(appliance.db.reader)
    const version = newest?.version ?? 0
    const database = loaded.config.postgres ?? appliance.about.databaseFile
    io.show(
      { database, schema_version: version },
      () => `${database} has schema version ${version}, which this release needs.\n`,
    )
  } finally {
    await appliance.close()
  }
}
