// Lists the backups at a target, from their indexes.

import { isFromFuture } from '../../kernel/clock-steps.ts'
import { BackupError } from '../backup-error.ts'
import { type BackupIndex, backupOfFile, type PackReference, parseIndex } from '../backup-format.ts'
import { type BackupTarget, readSmall } from './backup-target.ts'

export interface ListedBackup {
  readonly name: string
  readonly startedAt: number
  readonly index: BackupIndex
  /** Of the backup with all of its packs. */
  readonly bytes: number
  /** Files that the backup needs and that are missing, or have another size. */
  readonly missing: readonly string[]
}

export interface BackupListing {
  /** Oldest first. */
  readonly backups: readonly ListedBackup[]
  /** Encrypted files without an index: of backups that were interrupted. */
  readonly leftovers: readonly string[]
}

export async function listBackups(target: BackupTarget): Promise<BackupListing> {
  const files = await target.list('')
  const packs = await target.list('packs/')
  const sizes = new Map([...files, ...packs].map(({ name, bytes }) => [name, bytes]))
  const backups: ListedBackup[] = []
  const leftovers: string[] = []
  const onceEach = keepPacksOnce()
  for (const { name: file } of files) {
    const name = backupOfFile(file)
    if (name === undefined) continue
    if (file.endsWith('.age')) {
      if (!sizes.has(`${name}.json`)) leftovers.push(file)
      continue
    }
    const index = parseIndex(await readSmall(target, file))
    // Whoever writes to the place could have another file read, or an older backup restored as this one.
    if (index?.file.name !== `${name}.age`) continue
    const needed = [index.file, ...index.packs]
    backups.push({
      name,
      startedAt: Date.parse(index.started_at),
      index: { ...index, packs: index.packs.map(onceEach) },
      bytes: needed.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: needed.filter((one) => sizes.get(one.name) !== one.bytes).map((one) => one.name),
    })
  }
  return { backups: backups.toSorted((one, other) => one.startedAt - other.startedAt), leftovers }
}

/** Backups share most of their packs: tens of thousands after a year, which would be in memory for each backup. */
function keepPacksOnce(): (pack: PackReference) => PackReference {
  const packs = new Map<string, PackReference>()
  return (pack) => {
    const known = packs.get(pack.name)
    if (known !== undefined && isSamePack(known, pack)) return known
    packs.set(pack.name, pack)
    return pack
  }
}

function isSamePack(one: PackReference, other: PackReference): boolean {
  return (
    one.sha256 === other.sha256 &&
    one.header_sha256 === other.header_sha256 &&
    one.bytes === other.bytes &&
    one.images === other.images
  )
}

/**
 * @param asked a backup's name, with or without an ending, or `latest`
 * @param at `label` names the place in the error, and `listCommand` how to list what is there
 * @throws BackupError `not_found`
 */
export function pickBackup(
  { backups }: BackupListing,
  asked: string,
  {
    label,
    listCommand,
    nowMs,
  }: { readonly label: string; readonly listCommand: string; readonly nowMs: number },
): ListedBackup {
  const name = asked.replace(/^.*\//, '').replace(/\.(age|json)$/, '')
  const found =
    asked === 'latest' ? latestOf(backups, nowMs) : backups.find((backup) => backup.name === name)
  if (found !== undefined) return found
  const what = asked === 'latest' ? 'no backup' : `no backup ${name}`
  throw new BackupError('not_found', `There is ${what} in ${label}. List them with: ${listCommand}`)
}

/** The newest by its time. If that is still to come, a clock was wrong, and the length of the audit log decides. */
function latestOf(backups: readonly ListedBackup[], nowMs: number): ListedBackup | undefined {
  const newest = backups.at(-1)
  if (newest === undefined || !isFromFuture(newest.startedAt, nowMs)) return newest
  const sequenceOf = ({ index }: ListedBackup) => index.audit_sequence ?? 0
  return backups.toSorted((one, other) => sequenceOf(one) - sequenceOf(other)).at(-1)
}
