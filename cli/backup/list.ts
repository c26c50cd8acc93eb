// `svc backup list`: lists the backups at the place, newest first.

import type { Command } from 'commander'
import { backupPlaceOf } from '../../server/backup/backup-settings.ts'
import { openTarget } from '../../server/backup/places/backup-place.ts'
import type { ListedBackup } from '../../server/backup/places/list-backups.ts'
import { toIso } from '../../server/kernel/clock.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { sizeText } from '../text/size-text.ts'
import { renderTable, type TableColumn } from '../text/table.ts'
import { listPlace, placeFromHere } from './open-place.ts'

interface Options {
  readonly from?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--from <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .addHelpText('before', examples('svc backup list', 'svc backup list --from /mnt/backups/svc'))
    .addHelpText(
      'after',
      `\nExit status ${exitStatus.problemsFound}: a backup lacks one of its files.\n`,
    )
    .action((options: Options) => list(context, options))
}

async function list({ io, session, finish }: CommandContext, { from }: Options): Promise<void> {
  const { config, secrets } = await session.settings()
  const needs = { config, secrets, ownPorts: new Set([config.port]) }
  const target = await openTarget(backupPlaceOf(needs, from && placeFromHere(from)))
  try {
    const { backups, leftovers } = await listPlace(target)
    const newestFirst = backups.toReversed()
    io.show({ place: target.label, backups: newestFirst.map(toJson), leftovers }, () =>
      renderTable(io.out, columns, newestFirst),
    )
    if (backups.length === 0 && !io.isJson) io.say(`No backups in ${target.label}.`)
    if (backups.some(({ missing }) => missing.length > 0)) finish(exitStatus.problemsFound)
  } finally {
    await target.close()
  }
}

function toJson({ name, startedAt, bytes, index, missing }: ListedBackup) {
  return {
    name,
    started_at: toIso(startedAt),
    bytes,
    packs: index.packs.length,
    app_version: index.app_version,
    schema_version: index.schema_version,
    instance_id: index.instance_id,
    master_key: index.master_key,
    missing_files: missing,
  }
}

const columns: readonly TableColumn<ListedBackup>[] = [
  { title: 'BACKUP', cell: ({ name }) => name },
  { title: 'SIZE', cell: ({ bytes }) => sizeText(bytes) },
  { title: 'PACKS', cell: ({ index }) => String(index.packs.length) },
  {
    title: 'STATE',
    cell: ({ missing }) =>
      missing.length === 0 ? 'whole' : `${countedNoun(missing.length, 'file')} missing`,
  },
  { title: 'MASTER KEY', cell: ({ index }) => index.master_key, isExtra: true },
  { title: 'RELEASE', cell: ({ index }) => index.app_version, isExtra: true },
]
