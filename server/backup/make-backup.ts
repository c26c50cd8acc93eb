// Makes a backup, in the thread of backup-thread.ts: copies the database and packs its images meanwhile, hashes the
// copy while the rest is packed, writes packs of what came since, then the encrypted file while the copy is checked,
// and last the index, with which the backup exists. It has none of the product's keys.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseFacts, type EncryptedSample, openCopy } from '../db/sqlite/database-copy.ts'
import { toIso } from '../kernel/clock.ts'
import { settleBoth } from '../kernel/settle-both.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, backupName, databaseEntry, manifestEntry } from './backup-format.ts'
import type { BackupProgress, BackupResult, BackupWork } from './backup-work.ts'
import { type WrittenFile, writeEncrypted } from './envelope/write-encrypted.ts'
import { type HashedContent, hashFile, readFileChunks } from './file-chunks.ts'
import { formatVersion } from './format-version.ts'
import type { CheckImages } from './packs/merge-packs.ts'
import { type ImagePacking, openPacking, type PackedImages } from './packs/write-packs.ts'
import { openTarget } from './places/backup-place.ts'
import { type BackupTarget, oneChunk } from './places/backup-target.ts'
import { assertStillOurs } from './places/marked-place.ts'
import { type DatabaseCopying, startCopy } from './start-copy.ts'
import { packTar } from './tar/tar-stream.ts'

const samplesMax = 100

/** Called while the backup is made. */
interface BackupHandlers {
  readonly report: (progress: BackupProgress) => void
  /** Rejects if the samples of the copy cannot be decrypted. */
  readonly confirm: (samples: readonly EncryptedSample[]) => Promise<void>
  readonly check: CheckImages
}

/** @throws BackupError, errors of the file system and of the store */
export async function makeBackup(
  work: BackupWork,
  handlers: BackupHandlers,
): Promise<BackupResult> {
  const beganAt = performance.now()
  const target = await openTarget(work.place)
  try {
    await target.sweep()
    await assertRoom(target, work)
    const packing = await openPacking(work, target)
    try {
      return await copyAndWrite({ ...work, beganAt }, { handlers, target, packing })
    } finally {
      await packing.close()
    }
  } finally {
    await target.close()
  }
}

interface BegunWork extends BackupWork {
  /** On the clock of this process. */
  readonly beganAt: number
}

interface Tools {
  readonly handlers: BackupHandlers
  readonly target: BackupTarget
  readonly packing: ImagePacking
}

async function copyAndWrite(work: BegunWork, tools: Tools): Promise<BackupResult> {
  const { report } = tools.handlers
  const file = join(work.workFolder, databaseEntry)
  report({ stage: 'copying', done: 0, total: 0 })
  const copying = startCopy({ from: work.databaseFile, to: file }, work)
  const hashed = copying.copied.then(() => hashFile(file))
  // It is thrown where it is awaited.
  hashed.catch(() => {})
  try {
    await settleBoth(copying.copied, tools.packing.packPresent(report, copying.copied))
    // Not sooner: the packing keeps two processors busy, the writing of the copy only one.
    copying.check()
    return await writeCopy(work, tools, { file, hashed, check: copying.check })
  } catch (error) {
    // A place that fails must not hide that the database is damaged.
    await assertSound(copying)
    throw error
  } finally {
    await Promise.allSettled([hashed, copying.end()])
  }
}

interface Copy extends Pick<DatabaseCopying, 'check'> {
  readonly file: string
  readonly hashed: Promise<HashedContent>
}

async function writeCopy(
  work: BegunWork,
  { handlers, target, packing }: Tools,
  { file, hashed: hashing, check }: Copy,
): Promise<BackupResult> {
  const { report, confirm, check: checkImages } = handlers
  const copy = openCopy(file)
  try {
    await confirm(copy.readSample(samplesMax))
    const facts = copy.readFacts()
    const packs = packing.pack({ copy, facts, report, check: checkImages })
    const [packed, hashed] = await settleBoth(packs, hashing)
    return await writeBackup(work, { report, target, file, check, facts, packed, hashed })
  } finally {
    copy.close()
  }
}

/** A backup writes the database once more in each place. */
async function assertRoom(target: BackupTarget, work: BackupWork): Promise<void> {
  const { size } = statSync(work.databaseFile)
  const free = await target.freeBytes()
  if (free === undefined || free > size) return
  throw new BackupError(
    'disk_low',
    `${target.label} has too little room for another backup. Make room, or keep fewer (SVC_BACKUP_KEEP_LAST).`,
  )
}

/** Waits for the check of the copy. @throws BackupError `database_damaged`, and what the check failed with */
async function assertSound({ check }: Pick<DatabaseCopying, 'check'>): Promise<void> {
  if ((await check()).length === 0) return
  throw new BackupError(
    'database_damaged',
    'The database is damaged (SQLite: quick_check). No backup was made; keep the ones that you have, and restore the last.',
  )
}

interface Copied extends Pick<BackupHandlers, 'report'>, Omit<Copy, 'hashed'> {
  readonly target: BackupTarget
  readonly facts: DatabaseFacts
  readonly packed: PackedImages
  /** Of the copy. */
  readonly hashed: HashedContent
}

async function writeBackup(work: BegunWork, copied: Copied): Promise<BackupResult> {
  const { report, target, packed } = copied
  const manifest = makeManifest(work, copied)
  const name = backupName(manifest.started_at, work.token)
  const total = manifest.database.bytes
  report({ stage: 'writing', done: 0, total })
  const text = JSON.stringify(manifest, null, 1)
  const archive = packTar(
    (async function* () {
      yield { name: manifestEntry, bytes: Buffer.byteLength(text), content: oneChunk(text) }
      yield { name: databaseEntry, bytes: total, content: counting(copied, total) }
      // Its content is written, but the file is not whole yet: the target keeps none that was not finished.
      report({ stage: 'checking', done: 0, total: 0 })
      await assertSound(copied)
    })(),
  )
  const written = await writeEncrypted(target, work.recipients, {
    name: `${name}.age`,
    content: archive,
    bytesExpected: total + text.length,
  })
  // Another copy of the installation may have taken the place over meanwhile.
  await assertStillOurs(target, work.user)
  await target.write(`${name}.json`, oneChunk(indexText(manifest, written)), text.length)
  const packBytes = manifest.packs.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    name,
    label: target.label,
    newBytes: written.bytes + packed.newBytes,
    bytes: written.bytes + packBytes,
    images: packed.images,
    newImages: packed.newImages,
    missingImages: packed.missing,
    faultyImages: packed.faulty.filter(({ fault }) => fault === 'damaged' || fault === 'lost'),
    rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
  }
}

async function* counting({ report, file }: Copied, total: number): AsyncGenerator<Buffer> {
  const stepBytes = 64 * 1024 * 1024
  let done = 0
  for await (const chunk of readFileChunks(file)) {
    yield chunk
    if (Math.floor(done / stepBytes) !== Math.floor((done + chunk.length) / stepBytes)) {
      report({ stage: 'writing', done, total })
    }
    done += chunk.length
  }
}

function makeManifest(work: BegunWork, { facts, packed, hashed }: Copied): BackupManifest {
  return {
    format: formatVersion,
    app_version: work.appVersion,
    schema_version: facts.schemaVersion,
    instance_id: facts.instanceId,
    master_key: facts.masterKeyId,
    started_at: toIso(work.startedAtMs),
    ended_at: toIso(work.startedAtMs + Math.round(performance.now() - work.beganAt)),
    database: hashed,
    rows: facts.rows,
    audit_head: facts.auditHead ?? null,
    packs: [...packed.packs],
    missing_images: packed.missing,
  }
}

function indexText(
  manifest: BackupManifest,
  { name, sha256, bytes }: Omit<WrittenFile, 'headerSha256'>,
): string {
  const { database: _database, rows: _rows, audit_head: head, ...known } = manifest
  const counted = head === null ? {} : { audit_sequence: head.sequence }
  return JSON.stringify({ ...known, ...counted, file: { name, sha256, bytes } }, null, 1)
}
