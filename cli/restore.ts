// `svc restore`: puts a backup in the place of the data folder, while no server runs on it.

import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { backupOfFile } from '../server/backup/backup-format.ts'
import { readIdentities } from '../server/backup/envelope/age-keys.ts'
import { parseErasures, readErasures } from '../server/backup/erasure-ledger.ts'
import { pickBackup } from '../server/backup/places/list-backups.ts'
import { type RestoreResult, restoreBackup } from '../server/backup/restore-backup.ts'
import { readOfferedKeys } from '../server/crypto/master-key-source.ts'
import { holdServerLock, serverLockFile } from '../server/db/server-lock.ts'
import { systemClock } from '../server/kernel/clock.ts'
import { progressOfUnpacking } from './backup/backup-text.ts'
import { listPlace, type NamedPlace, openPlaceOf, placeCommand } from './backup/open-place.ts'
import { commandToCopy } from './command-to-copy.ts'
import type { CommandContext } from './context.ts'
import type { YesOption } from './io.ts'
import { startProgress } from './progress.ts'
import { examples } from './root-command.ts'
import type { CliSession } from './session.ts'
import { countedNoun } from './text/counted-noun.ts'
import { ownBackups, requireSqlite } from './with-sqlite-only.ts'

interface Options extends YesOption {
  readonly from?: string
  readonly identityFile: string
  readonly erasures?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<backup>', 'the path of a file .age, a name, or latest')
    .requiredOption('--identity-file <file>', 'the secret key of age')
    .option('--from <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('--erasures <file>', 'ledger of erasures (erasures.jsonl beside the backup)')
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'before',
      examples(
        'svc restore latest --identity-file /media/key/backup-identity.txt',
        'svc restore /mnt/backups/svc/NAME.age --identity-file KEY --data-dir /srv/svc-new',
      ),
    )
    .addHelpText(
      'after',
      '\nStop the server first. The master key must be the one of the backup: svc backup\nlist shows its fingerprint. An existing data folder is moved aside, never\ndeleted. Afterwards nothing is sent to the outside until: svc resume-outgoing\n',
    )
    .action((backup: string, options: Options) => restore(context, backup, options))
}

async function restore(context: CommandContext, asked: string, options: Options): Promise<void> {
  const { io, session, interrupted: signal } = context
  const loaded = await session.settings()
  const { config, secrets } = loaded
  requireSqlite(config, 'svc restore', ownBackups)
  const { dataDir } = config
  const identities = readIdentities(options.identityFile)
  const masterKeys = await readOfferedKeys(config)
  const lock = existsSync(dataDir) ? holdServerLock(serverLockFile(dataDir)) : undefined
  const needs = { config, secrets, ownPorts: new Set([config.port]) }
  const { target, named } = await openPlaceOf(needs, asked, options.from)
  const progress = startProgress(io)
  try {
    const file = await fileOf(session, { target, named }, asked)
    if (existsSync(dataDir)) {
      const question = `Move ${dataDir} aside and put ${file} in its place?`
      await io.confirm(question, options)
    }
    const { erasures } = options
    const ledger =
      erasures === undefined
        ? await readErasures(target)
        : parseErasures(readFileSync(erasures, 'utf8'))
    const startedAt = systemClock.now()
    const result = await restoreBackup(
      { masterKeys, clock: systemClock },
      {
        by: session.origin,
        target,
        file,
        identities,
        dataDir,
        ledger,
        onProgress: (one) => progress.update(progressOfUnpacking(one)),
        signal,
      },
    )
    progress.end()
    if (ledger.length === 0 && !io.isJson) io.warn(noLedger)
    const entries = ledger.length
    const seconds = (systemClock.now() - startedAt) / 1000
    io.show({ ...toJson(result, file, dataDir), ledger_entries: entries, seconds }, () =>
      toText(result, file, dataDir, seconds),
    )
    if (io.isJson) return
    io.say(adviceAfter(session, result, dataDir))
  } finally {
    progress.end()
    lock?.release()
    await target.close()
  }
}

/** A new folder that is named on the command line may be a drill, and may be a new machine. */
function adviceAfter(session: CliSession, { movedTo }: RestoreResult, dataDir: string): string {
  const command = (text: string) => commandToCopy(session, text)
  const resume = command('svc resume-outgoing')
  if (session.place.dataDir === undefined || movedTo !== undefined) {
    return `Outgoing calls are paused. Look at the data, start the server, then: ${resume}`
  }
  return `Outgoing calls are paused in ${dataDir}. A drill ends here: look at it (${command('svc status')}), write down how long it took, and delete the folder. Only if this copy is the installation from now on: name it in SVC_DATA_DIR, start the server, then ${resume}`
}

const noLedger =
  'No erasure is on record beside the backup (erasures.jsonl). If a verification was erased since the backup, it is back: restore again with --erasures FILE, or erase it again before you start the server.'

/** A file can be restored without its index, as long as its packs are there. */
async function fileOf(
  session: CliSession,
  { target, named }: NamedPlace,
  asked: string,
): Promise<string> {
  const file = asked.replace(/^.*\//, '')
  if (backupOfFile(file) !== undefined && file.endsWith('.age')) return file
  return pickBackup(await listPlace(target), asked, {
    label: target.label,
    listCommand: placeCommand(session, 'svc backup list', named),
    nowMs: systemClock.now(),
  }).index.file.name
}

function toJson(result: RestoreResult, file: string, dataDir: string) {
  return {
    backup: file,
    data_dir: dataDir,
    moved_to: result.movedTo ?? null,
    made_at: result.manifest.started_at,
    rows: result.rows,
    images: result.images,
    missing_images: result.manifest.missing_images,
    decrypted: result.decrypted,
    audit_entries: result.auditEntries,
    erased_again: result.erasedAgain,
    outgoing: 'paused',
  }
}

function toText(result: RestoreResult, file: string, dataDir: string, seconds: number): string {
  const { manifest, movedTo } = result
  const verifications = countedNoun(manifest.rows.verifications ?? 0, 'verification')
  const lines = [
    `restored ${file}, made ${manifest.started_at.slice(0, 19)}Z, to ${dataDir}`,
    `${verifications}, ${countedNoun(result.images, 'image')}, ${countedNoun(result.rows, 'row')} in all`,
    `decrypted as a sample: ${countedNoun(result.decrypted, 'verification')}; audit log: ${result.auditEntries} entries, intact`,
    ...(result.erasedAgain === 0
      ? []
      : [`erased again: ${countedNoun(result.erasedAgain, 'verification')}`]),
    ...(movedTo === undefined ? [] : [`the old data folder is now ${movedTo}`]),
    `took ${seconds.toFixed(1)} s`,
  ]
  return `${lines.join('\n')}\n`
}
