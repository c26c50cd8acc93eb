// `svc restore`: puts a backup in the place of the data folder, while no server runs on it.

import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Command } from 'commander'
import { backupOfFile, isUnprovenFile } from '../server/backup/backup-format.ts'
import { readIdentities } from '../server/backup/envelope/age-keys.ts'
import { readChunks } from '../server/backup/file-chunks.ts'
import { erasureLines, ledgerAt } from '../server/backup/ledger/erasure-lines.ts'
import { judgeLedger } from '../server/backup/ledger/judge-ledger.ts'
import { assertProven, type LedgerToRepeat } from '../server/backup/ledger/repeat-erasures.ts'
import { pickBackup } from '../server/backup/places/list-backups.ts'
import { type RestoreResult, restoreBackup } from '../server/backup/restore-backup.ts'
import type { LoadedSettings } from '../server/config.ts'
import { type OfferedKeys, readOfferedKeys } from '../server/crypto/master-key-source.ts'
import { holdServerLock, serverLockFile } from '../server/db/server-lock.ts'
import { systemClock } from '../server/kernel/clock.ts'
import { progressOfUnpacking } from './backup/backup-text.ts'
import { listPlace, type NamedPlace, openPlaceOf, placeCommand } from './backup/open-place.ts'
import { commandToCopy } from './command-to-copy.ts'
import type { CommandContext } from './context.ts'
import { actingAs, ownerOfPlace } from './host-owner.ts'
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
  readonly unprovenErasures?: boolean
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<backup>', 'the path of a file .age, a name, or latest')
    .requiredOption('--identity-file <file>', 'the secret key of age')
    .option('--from <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('--erasures <file>', 'ledger of erasures (erasures.jsonl beside the backup)')
    .option('--unproven-erasures', 'erase also what entries without proof name')
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
  const { config, secrets } = await context.session.settings()
  requireSqlite(config, 'svc restore', ownBackups)
  const { erasures, identityFile } = options
  const given = {
    config,
    secrets,
    identities: readIdentities(identityFile),
    masterKeys: await readOfferedKeys(config),
    ledgerFile: erasures === undefined ? undefined : await open(erasures),
  }
  // Root would follow links that the owner of a folder on the way has made, and leave files that the server cannot use.
  const owner = ownerOfPlace(config.dataDir)
  try {
    await actingAs(owner, () => restoreGiven(context, asked, { ...options, given }))
  } finally {
    await given.ledgerFile?.close()
  }
}

interface Given extends Pick<LoadedSettings, 'config' | 'secrets'> {
  readonly identities: readonly string[]
  readonly masterKeys: OfferedKeys
  /** The ledger of --erasures, which the owner of the data folder may not be able to open. */
  readonly ledgerFile: FileHandle | undefined
}

async function restoreGiven(
  { io, session, interrupted: signal }: CommandContext,
  asked: string,
  {
    given,
    ...options
  }: Pick<Options, 'from' | 'yes' | 'unprovenErasures'> & { readonly given: Given },
): Promise<void> {
  const { config, secrets, identities, masterKeys } = given
  const { dataDir } = config
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
    const ledger = ledgerOf(target, given.ledgerFile, options)
    // Without the keys it cannot be known whose a proof is, but a ledger without one is refused before all is unpacked.
    assertProven(await judgeLedger(ledger.lines(), () => true), ledger)
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
    const seconds = (systemClock.now() - startedAt) / 1000
    io.show({ ...toJson(result, file, dataDir), seconds }, () =>
      toText(result, file, dataDir, seconds),
    )
    if (io.isJson) return
    for (const warning of await warningsAbout(result, target)) io.warn(warning)
    io.say(adviceAfter(session, result, dataDir))
  } finally {
    progress.end()
    lock?.release()
    await target.close()
  }
}

function ledgerOf(
  target: Parameters<typeof ledgerAt>[0],
  file: FileHandle | undefined,
  { unprovenErasures: takesUnproven = false }: Pick<Options, 'unprovenErasures'>,
): LedgerToRepeat {
  const lines = () => (file === undefined ? ledgerAt(target) : erasureLines(readChunks(file)))
  return { lines, takesUnproven }
}

/**
 * What an operator has to look at before the data is used: whoever may write to the place could hide erasures there.
 */
async function warningsAbout(
  { ledgerEntries, unprovenEntries, lackingEntries }: RestoreResult,
  target: NamedPlace['target'],
): Promise<readonly string[]> {
  const aside = (await target.list('')).map(({ name }) => name).filter(isUnprovenFile)
  return [
    ...(ledgerEntries === 0 ? [noLedger] : []),
    ...(unprovenEntries === 0 ? [] : [withoutProof(unprovenEntries)]),
    ...(ledgerEntries === 0 || lackingEntries === 0 ? [] : [isOlder(lackingEntries)]),
    ...(aside.length === 0 ? [] : [liesAside(aside)]),
  ]
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

const compare = 'Compare svc erase list with verification.erased in the copied audit log.'

function withoutProof(count: number): string {
  const entries = countedNoun(count, 'entry', 'entries')
  return `${entries} of the ledger of erasures came without proof, and what they name was erased. ${compare}`
}

function isOlder(count: number): string {
  const erasures = countedNoun(count, 'erasure')
  return `The ledger of erasures lacks ${erasures} that the backup has: it is older, or somebody put an older one in its place, and what was erased since is back. ${compare} Restore again with --erasures FILE if they differ.`
}

function liesAside(files: readonly string[]): string {
  return `Beside the backup lie entries that nobody vouches for (${files.join(', ')}), which were not repeated. Find out who wrote them.`
}

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
    ledger_entries: result.ledgerEntries,
    ledger_unproven: result.unprovenEntries,
    ledger_lacking: result.lackingEntries,
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
