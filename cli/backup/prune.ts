// `svc backup prune`: removes the backups that the keep rules do not keep, and packs that no backup needs.

import type { Command } from 'commander'
import { keepRulesOf } from '../../server/backup/back-up-when-due.ts'
import { pruneBackups } from '../../server/backup/prune-backups.ts'
import type { CommandContext } from '../context.ts'
import type { YesOption } from '../io.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { sizeText } from '../text/size-text.ts'
import { ownBackups, requireSqlite } from '../with-sqlite-only.ts'
import { placeFromHere } from './open-place.ts'

interface Options extends YesOption {
  readonly to?: string
  readonly dryRun?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--to <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .option('-y, --yes', 'do not ask')
    .addHelpText('before', examples('svc backup prune --dry-run', 'svc backup prune --yes'))
    .addHelpText(
      'after',
      '\nKept: the newest SVC_BACKUP_KEEP_LAST, and the last of each of the\nSVC_BACKUP_KEEP_DAILY days and SVC_BACKUP_KEEP_WEEKLY weeks that have one.\n',
    )
    .action((options: Options) => prune(context, options))
}

async function prune(context: CommandContext, options: Options): Promise<void> {
  const { io, session } = context
  const { dryRun = false, to } = options
  requireSqlite((await session.settings()).config, 'svc backup prune', ownBackups)
  const appliance = await session.appliance()
  const order = {
    by: session.origin,
    to: to === undefined ? undefined : placeFromHere(to),
    rules: keepRulesOf(appliance.config),
  }
  const plan = await pruneBackups(appliance, { ...order, isDryRun: true })
  const isNothing = plan.removed.length + plan.removedFiles.length === 0
  if (!dryRun && !isNothing) {
    const question = `Remove ${countedNoun(plan.removed.length, 'backup')} and ${countedNoun(plan.removedFiles.length, 'file')} that no backup needs?`
    await io.confirm(question, options)
  }
  const done =
    dryRun || isNothing ? plan : await pruneBackups(appliance, { ...order, isDryRun: false })
  const document = {
    removed: done.removed,
    kept: done.kept,
    removed_files: done.removedFiles,
    freed_bytes: done.freedBytes,
    dry_run: dryRun,
  }
  io.show(document, () => done.removed.map((name) => `${name}\n`).join(''))
  if (io.isJson) return
  const verb = dryRun ? 'Would remove' : 'Removed'
  io.say(
    `${verb} ${countedNoun(done.removed.length, 'backup')} and ${countedNoun(done.removedFiles.length, 'file')} (${sizeText(done.freedBytes)}); ${done.kept.length} kept.`,
  )
}
