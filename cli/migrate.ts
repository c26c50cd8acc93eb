// `svc migrate`: brings the database to the schema of this release, on PostgreSQL as the owner of the tables.

import type { Command } from 'commander'
import { openAppliance } from '../server/appliance.ts'
import { listAppliedMigrations } from '../server/db/migration-view.ts'
import { migrations } from '../server/db/migrations/index.ts'
import { olderThan, waitsForNodes } from '../server/db/working-node.ts'
import { silentLog } from '../server/kernel/log.ts'
import { nodeState } from '../server/nodes/node.ts'
import { listNodes } from '../server/nodes/node-list-view.ts'
import type { CommandContext } from './context.ts'
import { namingDatabase, requireInstalled } from './installed.ts'
import { examples } from './root-command.ts'

export function define(command: Command, context: CommandContext): void {
  command
    .addHelpText('before', examples('svc migrate'))
    .addHelpText(
      'after',
      '\nOn PostgreSQL it connects as SVC_DATABASE_OWNER_URL, and grants the role of\nSVC_DATABASE_URL its rights. svc serve needs neither that setting nor its\nrights. What servers of an older release still need is removed only once none\nworks: run it again at the end of a rolling upgrade (svc help nodes). More:\nsvc help postgresql\n',
    )
    .action(() => migrate(context))
}

async function migrate({ io, session }: CommandContext): Promise<void> {
  const loaded = await session.settings()
  await requireInstalled(loaded, session)
  const parts = { log: silentLog, migratesAsOwner: true }
  const appliance = await namingDatabase(loaded, () => openAppliance(loaded, parts))
  try {
    const { db, clock, about } = appliance
    const version = (await listAppliedMigrations(db.reader))[0]?.version ?? 0
    const database = loaded.config.postgres ?? about.databaseFile
    const nowMs = clock.now()
    const nodes = (await listNodes(db.reader)).filter((node) => nodeState(node, nowMs) !== 'silent')
    const waiting = migrations
      .filter((migration) => migration.version > version)
      .map((migration) => waitsForNodes(migration, olderThan(nodes, migration)))
    io.show({ database, schema_version: version, waiting }, () =>
      [
        `${database} has schema version ${version}, with which this release works.`,
        ...waiting.map((text) => `Not yet: ${text}.`),
        '',
      ].join('\n'),
    )
  } finally {
    await appliance.close()
  }
}
