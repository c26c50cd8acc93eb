// `svc backup verify`: checks that a backup is whole; with --deep, that it can be restored.

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readIdentities } from '../../server/backup/envelope/age-keys.ts'
import { type ListedBackup, pickBackup } from '../../server/backup/places/list-backups.ts'
import { recordVerified } from '../../server/backup/record-verified.ts'
import type { UnpackProgress } from '../../server/backup/unpack-backup.ts'
import {
  type DeepVerdict,
  type FilesVerdict,
  verifyBackup,
} from '../../server/backup/verify-backup.ts'
import { readOfferedKeys } from '../../server/crypto/master-key-source.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { exitStatus } from '../exit-codes.ts'
import { startProgress } from '../progress.ts'
import { examples } from '../root-command.ts'
import { countedNoun } from '../text/counted-noun.ts'
import { sizeText } from '../text/size-text.ts'
import { progressOfUnpacking } from './backup-text.ts'
import { listPlace, openPlaceOf, placeCommand } from './open-place.ts'

interface Options {
  readonly from?: string
  readonly deep?: boolean
  readonly identityFile?: string
  readonly scratch?: string
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<backup>', 'a name, the path of a file .age, or latest')
    .option('--from <place>', 'a folder or s3://bucket/prefix (SVC_BACKUP_TO)')
    .option('--deep', 'restore it into a scratch folder and compare')
    .option('--identity-file <file>', 'the secret key of age, for --deep')
    .option('--scratch <folder>', 'where --deep restores to (the data folder)')
    .addHelpText(
      'before',
      examples(
        'svc backup verify latest',
        'svc backup verify latest --deep --identity-file /media/key/backup-identity.txt',
      ),
    )
    .addHelpText(
      'after',
      `\nWithout --deep: every file is there and has its hash. With it: the backup is\nrestored, rows are counted, data is decrypted, and the audit log is verified.\nExit status ${exitStatus.problemsFound}: the backup is not whole.\n`,
    )
    .action((backup: string, options: Options) => verify(context, backup, options))
}

async function verify(context: CommandContext, asked: string, options: Options): Promise<void> {
  const { io, session, interrupted: signal, finish } = context
  const { deep = false, identityFile, from } = options
  if (deep && identityFile === undefined) {
    throw new CommandError(
      'usage',
      '--deep needs the secret key: name its file with --identity-file.',
    )
  }
  const identities = identityFile === undefined ? [] : readIdentities(identityFile)
  const appliance = await session.appliance()
  const startedAt = appliance.clock.now()
  const { target, named } = await openPlaceOf(appliance, asked, from)
  const progress = startProgress(io)
  try {
    const backup = pickBackup(await listPlace(target), asked, {
      label: target.label,
      listCommand: placeCommand(session, 'svc backup list', named),
      nowMs: appliance.clock.now(),
    })
    const scratchParent = resolve(options.scratch ?? appliance.config.dataDir)
    if (deep) mkdirSync(scratchParent, { recursive: true, mode: 0o700 })
    const restore = deep && {
      // A comparison of files needs none.
      masterKeys: await readOfferedKeys(appliance.config),
      identities,
      scratchParent,
      onUnpack: (one: UnpackProgress) => progress.update(progressOfUnpacking(one)),
    }
    const { files, restored } = await verifyBackup(appliance, {
      target,
      backup,
      restore: restore || undefined,
      onProgress: (bytes) => progress.update(`Reading: ${sizeText(bytes)}`),
      signal,
    })
    progress.end()
    const isWell = files.faults.length === 0 && (restored?.faults.length ?? 0) === 0
    const verified = { name: backup.name, isWell, isTrial: restored !== undefined }
    await recordVerified(appliance, session.origin, verified)
    const seconds = (appliance.clock.now() - startedAt) / 1000
    const verdict = { backup, files, restored, isWell, seconds }
    io.show(toJson(verdict), () => toText(verdict))
    if (!isWell) finish(exitStatus.problemsFound)
  } finally {
    progress.end()
    await target.close()
  }
}

interface Verdict {
  readonly backup: ListedBackup
  readonly files: FilesVerdict
  readonly restored: DeepVerdict | undefined
  readonly isWell: boolean
  readonly seconds: number
}

function toJson({ backup, files, restored, isWell, seconds }: Verdict) {
  return {
    name: backup.name,
    well: isWell,
    files: files.files,
    bytes: files.bytes,
    file_faults: files.faults,
    seconds,
    restored: restored
      ? {
          rows: restored.rows,
          images: restored.images,
          missing_images: restored.manifest.missing_images,
          decrypted: restored.decrypted,
          decrypted_images: restored.decryptedImages,
          audit_entries: restored.auditEntries,
          faults: restored.faults,
        }
      : null,
  }
}

function toText({ backup, files, restored, isWell, seconds }: Verdict): string {
  const lines = files.faults.map(({ kind, file }) => `  ${kind}: ${file}`)
  const inside = restored?.faults.map(({ kind, what }) => `  ${kind}: ${what}`) ?? []
  const head = `${isWell ? 'whole' : 'NOT whole'}: ${backup.name}, ${countedNoun(files.files, 'file')}, ${sizeText(files.bytes)}`
  const deep =
    restored === undefined
      ? []
      : [
          `restored: ${countedNoun(restored.rows, 'row')}, ${countedNoun(restored.images, 'image')}`,
          `decrypted: ${countedNoun(restored.decrypted, 'verification')}, ${countedNoun(restored.decryptedImages, 'image')}`,
          `audit log: ${restored.auditEntries} entries`,
          `took ${seconds.toFixed(1)} s`,
        ]
  return `${[head, ...lines, ...deep, ...inside].join('\n')}\n`
}
