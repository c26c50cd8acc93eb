// `svc db copy`: moves the installation from its data folder to PostgreSQL, or back.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readOfferedKeys } from '../../server/crypto/master-key-source.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import type { MoveResult, MoveStage } from '../../server/operations/move/move.ts'
import { moveDatabase } from '../../server/operations/move/move-database.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { namingDatabase } from '../installed.ts'
import type { YesOption } from '../io.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { openMoveSource, openMoveTarget, type TargetChoice } from './open-places.ts'

interface Options extends YesOption {
  readonly to?: string
  readonly toFile?: string
  readonly toDataFolder?: string
  readonly grantTo?: string
  readonly keepSource?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .option('--to <url>', 'an empty database: postgres://owner@host/database')
    .option('--to-file <file>', 'a file with that URL, so that no history keeps the password')
    .option('--to-data-folder <folder>', 'a data folder without a database, for the way back')
    .option('--grant-to <role>', 'the role of SVC_DATABASE_URL, if another owns the tables')
    .option('--keep-source', 'for a trial: the source stays in use, the copy sends nothing')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc db copy --to-file /etc/svc/database-owner-url --grant-to svc_app',
        'svc db copy --to-data-folder /srv/svc/data',
      ),
    )
    .addHelpText(
      'after',
      '\nStop every server first. Interrupted or killed, the same command goes on where\nit ended. Afterwards name the new database in the settings: a server refuses to\nstart on the old one. Images stay where they are; the way back copies them if\nthe folder is another one. More: svc help postgresql\n',
    )
    .action((options: Options) => copy(context, options))
}

async function copy(context: CommandContext, options: Options): Promise<void> {
  const { io, session, interrupted: signal } = context
  const choice = readChoice(options)
  if (session.isDemo && options.keepSource !== true) {
    throw new CommandError(
      'usage',
      'A demo stays on SQLite. For a trial with its data add --keep-source.',
    )
  }
  const loaded = await session.settings()
  const source = openMoveSource(loaded)
  const progress = startProgress(io)
  try {
    const target = await openMoveTarget(loaded, choice)
    try {
      const keepsSource = options.keepSource === true
      if (!keepsSource) {
        const question = `Move this installation from ${source.place} to ${target.place}? No server will start on the former any more.`
        await io.confirm(question, options)
      }
      const masterKeys = await readOfferedKeys(loaded.config)
      const needs = { clock: systemClock, masterKeys, source, target, files: target.files }
      const order = {
        by: session.origin,
        keepsSource,
        signal,
        onProgress: (stage: MoveStage, done: number, table?: string) =>
          progress.update(progressText(stage, done, table)),
        placeImages: () =>
          target.placeImages(signal, (images) => progress.update(`Copying images: ${images}`)),
      }
      const result = await namingDatabase(loaded, () => moveDatabase(needs, order))
      await target.finish()
      progress.end()
      const places = { from: source.place, to: target.place, keepsSource }
      io.show(toJson(result, places), () => toText(result, places))
    } finally {
      await target.close()
    }
  } finally {
    progress.end()
    await source.close()
  }
}

function readChoice({ to, toFile, toDataFolder, grantTo }: Options): TargetChoice {
  const given = [to, toFile, toDataFolder].filter((one) => one !== undefined)
  if (given.length !== 1) {
    throw new CommandError('usage', 'Give one of --to, --to-file and --to-data-folder.')
  }
  if (toDataFolder !== undefined) return { folder: resolve(toDataFolder) }
  const url = toFile === undefined ? (to ?? '') : readFileSync(toFile, 'utf8').trim()
  return { url, grantTo }
}

const verbs: Readonly<Record<MoveStage, string>> = {
  copying: 'Copying',
  comparing: 'Comparing',
  audit: 'Checking the audit log',
  decrypting: 'Decrypting a sample',
}

function progressText(stage: MoveStage, done: number, table: string | undefined): string {
  return `${verbs[stage]}${table === undefined ? '' : ` ${table}`}: ${done}`
}

interface Places {
  readonly from: string
  readonly to: string
  readonly keepsSource: boolean
}

function toJson({ rowsCopied, isResumed, tables, check }: MoveResult, places: Places) {
  return {
    from: places.from,
    to: places.to,
    source: places.keepsSource ? 'kept' : 'left',
    resumed: isResumed,
    rows_copied: rowsCopied,
    rows: tables.reduce((sum, { source }) => sum + source.rows, 0),
    tables: tables.map(({ name, source }) => ({ name, rows: source.rows, sha256: source.sha256 })),
    audit_entries: check?.auditEntries ?? null,
    values_decrypted: check?.valuesDecrypted ?? null,
    images_checked: check?.imagesChecked ?? null,
  }
}

function toText({ rowsCopied, tables, check }: MoveResult, places: Places): string {
  if (check === undefined) {
    return `This installation is in ${places.to} already: everything was copied and checked before.\n`
  }
  const rows = tables.reduce((sum, { source }) => sum + source.rows, 0)
  const next = places.keepsSource
    ? 'A trial: the source is still the installation, and the copy sends nothing to the outside.'
    : 'Name it in the settings now: SVC_DATABASE_URL, or SVC_DATA_DIR without SVC_DATABASE_URL.'
  const lines = [
    `copied ${places.from} to ${places.to}: ${countedNoun(rowsCopied, 'row')} now, ${rows} in all`,
    `equal by count and SHA-256: ${countedNoun(tables.length, 'table')}`,
    `audit log: ${check.auditEntries} entries, intact; decrypted as a sample: ${countedNoun(check.valuesDecrypted, 'value')}; images compared with their hashes: ${check.imagesChecked}`,
    next,
  ]
  return `${lines.join('\n')}\n`
}
