// The format of backups: names of files, the manifest inside each backup, and the index in the clear beside it. Pure.

import { z } from 'zod'
import { tryJson } from '../kernel/try-json.ts'

/** Names inside the archive of a backup. */
export const manifestEntry = 'manifest.json'
export const databaseEntry = 'svc.db'
/** Folder of the images inside packs and in a data folder. */
export const imagesFolder = 'images'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const packShape = z.object({
  /** `packs/….age` */
  name: z.string().regex(/^packs\/[0-9a-f]{32}\.age$/),
  sha256,
  /**
   * Of its age header with the nonce behind it, which fix the key of all that follows. Earlier releases left it out.
   */
  header_sha256: sha256.optional(),
  bytes: z.int().min(0),
  images: z.int().min(0),
})

/** A file with images, encrypted to the recipients. It is never changed; several backups refer to it. */
export type PackReference = Readonly<z.infer<typeof packShape>>

const manifestShape = z.object({
  format: z.int(),
  /** Of the release that made the backup. */
  app_version: z.string(),
  schema_version: z.int(),
  instance_id: z.string(),
  /** Fingerprint of the master key, which is in no backup. */
  master_key: z.string(),
  /** When the copy of the database began, and when the manifest was written. */
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  database: z.object({ sha256, bytes: z.int() }),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int()),
  audit_head: z.object({ sequence: z.int(), hash: sha256 }).nullable(),
  packs: z.array(packShape),
  /** Images that the database refers to and that were gone when they were to be copied: erased meanwhile. */
  missing_images: z.int(),
})
export type BackupManifest = Readonly<z.infer<typeof manifestShape>>

const indexShape = manifestShape
  .pick({
    format: true,
    app_version: true,
    schema_version: true,
    instance_id: true,
    master_key: true,
    started_at: true,
    ended_at: true,
    packs: true,
    missing_images: true,
  })
  .extend({
    /** The encrypted file. */
    file: z.object({ name: z.string(), sha256, bytes: z.int() }),
    /** Entries of the audit log in the backup, which grow with each backup whatever the clock says. */
    audit_sequence: z.int().optional(),
  })
/** What the server must know about a backup that it cannot decrypt. A backup without an index is incomplete. */
export type BackupIndex = Readonly<z.infer<typeof indexShape>>

const packIndexShape = z.object({
  format: z.int(),
  instance_id: z.string(),
  pack: packShape,
  /** The recipients that the pack is encrypted to, in one text. */
  recipients: z.string(),
  /** Ids of the images inside, in order. */
  images: z.array(z.string()).min(1),
})
type PackIndex = Readonly<z.infer<typeof packIndexShape>>

/** @throws Error for a text that is not such a document */
export function parseManifest(text: string): BackupManifest {
  return manifestShape.parse(JSON.parse(text))
}

/** Returns the format of a manifest that `parseManifest` refuses; undefined if it has none. */
export function formatOf(text: string): number | undefined {
  return z.object({ format: z.int() }).safeParse(tryJson(text)).data?.format
}

/** Returns undefined for a text that is not an index of this format. */
export function parseIndex(text: string): BackupIndex | undefined {
  return indexShape.safeParse(tryJson(text)).data
}

/** Returns undefined for a text that is not an index of this format. */
export function parsePackIndex(text: string): PackIndex | undefined {
  return packIndexShape.safeParse(tryJson(text)).data
}

/** `svc-2026-11-22T21-15-00Z-k3f9q2`, without the ending. Names sort by time. */
export function backupName(startedAtIso: string, token: string): string {
  return `svc-${startedAtIso.slice(0, 19).replaceAll(':', '-')}Z-${token}`
}

const backupNameShape = /^(svc-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-z]{6})\.(age|json)$/

/** Returns the name of the backup that a file belongs to; undefined for other files. */
export function backupOfFile(file: string): string | undefined {
  return backupNameShape.exec(file)?.[1]
}

export const erasureFile = 'erasures.jsonl'

/** A ledger as it was found with entries that nobody vouches for. */
export function unprovenFile(atIso: string): string {
  return `erasures-unproven-${atIso.slice(0, 19).replaceAll(':', '-')}Z.jsonl`
}

export function isUnprovenFile(file: string): boolean {
  return /^erasures-unproven-[\w-]+\.jsonl$/.test(file)
}
