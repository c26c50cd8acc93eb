// `svc backup create`: makes a backup, whether the server runs or not.

import type { Command } from 'commander'
import type { BackupResult } from '../../server/backup/backup-work.ts'
import { createBackup } from '../../server/backup/create-backup.ts'
import type { CommandContext } from '../context.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { sizeText } from '../text/size-text.ts'
import { ownBackups, requireSqlite } from '../with-sqlite-only.ts'
import { progressOfBackup } from './backup-text.ts'
import { placeCommand, placeFromHere } from './open-place.ts'

interface Options {
  readonly to?: string
  readonly makePlace?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--to <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('--make-place', 'make the folder if it is missing, and mark it as ours')
    .addHelpText(
      'before',
      examples('svc backup create', 'svc backup create --to /mnt/backups/svc --make-place'),
    )
    .addHelpText(
      'after',
      '\nThe server may run meanwhile. The backup is encrypted to SVC_BACKUP_RECIPIENT.\nThe master key is not in it: keep both, apart from each other.\nMore: svc help backup\n',
    )
    .action((options: Options) => create(context, options))
}

async function create(
  { io, session, interrupted }: CommandContext,
  { to, makePlace: makesPlace = false }: Options,
): Promise<void> {
  requireSqlite((await session.settings()).config, 'svc backup create', ownBackups)
  const appliance = await session.appliance()
  const place = to === undefined ? undefined : placeFromHere(to)
  const startedAt = appliance.clock.now()
  const progress = startProgress(io)
  try {
    const result = await createBackup(appliance, {
      by: session.origin,
      cause: 'command',
      to: place,
      makesPlace,
      signal: interrupted,
      onProgress: (one) => progress.update(progressOfBackup(one)),
    })
    progress.end()
    const seconds = (appliance.clock.now() - startedAt) / 1000
    io.show(toJson(result, seconds), () => toText(result, seconds))
    const check = placeCommand(session, `svc backup verify ${result.name}`, place)
    if (!io.isJson) io.say(`Check it: ${check}`)
  } finally {
    progress.end()
  }
}

function toJson(result: BackupResult, seconds: number) {
  return {
    name: result.name,
    place: result.label,
    bytes: result.bytes,
    new_bytes: result.newBytes,
    rows: result.rows,
    images: result.images,
    new_images: result.newImages,
    missing_images: result.missingImages,
    faulty_images: result.faultyImages,
    seconds,
  }
}

function toText(result: BackupResult, seconds: number): string {
  const images = `${countedNoun(result.images, 'image')}, ${result.newImages} of them new`
  const gone =
    result.missingImages === 0
      ? ''
      : `\nMissing images: ${result.missingImages} (erased meanwhile, or lost)`
  const faults = result.faultyImages.map(({ id, fault }) => `\n  ${fault}: ${id}`)
  const faulty =
    faults.length === 0
      ? ''
      : `\n${countedNoun(faults.length, 'image')} lost or damaged here, and kept in this backup. Put them back: svc help backup.${faults.join('')}`
  return `${result.name}\nin ${result.label}: ${countedNoun(result.rows, 'row')}, ${images}${gone}${faulty}\n${sizeText(result.newBytes)} written in ${seconds.toFixed(1)} s, ${sizeText(result.bytes)} in all\n`
}
