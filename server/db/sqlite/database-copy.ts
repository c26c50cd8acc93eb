// Makes a consistent copy of the database while others write to it, and reads from the copy what a backup records
// about it. The part of a backup that depends on SQLite; it blocks its thread, so it runs in one of its own.

import { chmodSync } from 'node:fs'
import { syncNow } from '../../kernel/sync.ts'
import { openConnection, openReadOnly, type RawConnection } from './connection.ts'
import { schemaVersion } from './schema-version.ts'

/** A row with encrypted data, to try the keys on. */
export interface EncryptedSample {
  /** Id of the verification. */
  readonly id: string
  /** Its data key, wrapped by the master key. */
  readonly wrapped: Uint8Array
  readonly claims: Uint8Array | undefined
}

export interface CopiedImage {
  readonly id: string
  /** Place below the folder of images, `day/name`. */
  readonly file: string
  /** Of the image; its file is some bytes longer. */
  readonly bytes: number
}

const imagesAtOnce = 10_000
/** In KB. Each page is needed once, and what fits into a processor's own cache is quicker than what does not. */
const passingPages = 'cache_size = -2000'

export interface DatabaseFacts {
  readonly instanceId: string
  /** Fingerprint of the master key. */
  readonly masterKeyId: string
  readonly schemaVersion: number
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  readonly auditHead: { readonly sequence: number; readonly hash: string } | undefined
}

export interface CopiedDatabase {
  readFacts(): DatabaseFacts
  /** Verifications with encrypted claims, spread over the whole table. */
  readSample(countMax: number): readonly EncryptedSample[]
  /** Every image, ordered by id. */
  images(): IterableIterator<CopiedImage>
  /** Returns whether the database refers to an image file, `day/name`. */
  hasImage(file: string): boolean
  close(): void
}

/**
 * Copies the committed state of this instant to a new file and syncs it. Writers are not held up. Deleted rows are
 * not carried over.
 */
export function copyDatabase(file: string, target: string): void {
  const connection = openConnection(file)
  try {
    connection.pragma(passingPages)
    connection.prepare('vacuum into ?').run(target)
  } finally {
    connection.close()
  }
  chmodSync(target, 0o600)
  syncNow(target)
}

/** Lists the problems that SQLite finds in a file that nobody writes to; none for a sound one. */
export function findDamageOf(file: string): readonly string[] {
  const connection = openReadOnly(file)
  try {
    connection.pragma(passingPages)
    connection.exec('begin')
    return findDamage(connection)
  } finally {
    connection.close()
  }
}

/** The last id of an image in the database itself; `''` for none. */
export function lastImage(file: string): string {
  const connection = openReadOnly(file)
  try {
    return String(connection.prepare('select max(id) from images').pluck().get() ?? '')
  } finally {
    connection.close()
  }
}

/**
 * The images of the database itself behind an id up to another, ordered by id. They are read some at a time, because an
 * open transaction would keep the write-ahead log growing.
 */
export function* presentImages(
  file: string,
  afterId: string,
  lastId: string,
): Generator<CopiedImage> {
  const connection = openReadOnly(file)
  try {
    const read = connection.prepare<[string, string, number], CopiedImage>(
      'select id, file, bytes from images where id > ? and id <= ? order by id limit ?',
    )
    for (let last: string | undefined = afterId; last !== undefined; ) {
      const some: readonly CopiedImage[] = read.all(last, lastId, imagesAtOnce)
      yield* some
      last = some.at(-1)?.id
    }
  } finally {
    connection.close()
  }
}

/** Of the images behind an id; of `countMax` of them if there are more. */
export interface ImagesMeasure {
  readonly count: number
  readonly bytes: number
}

/** Looks at the database itself, before it is copied. @param afterId `''`: of all images */
export function measureImages(file: string, afterId: string, countMax: number): ImagesMeasure {
  const connection = openReadOnly(file)
  try {
    const measured = connection
      .prepare<[string, number], ImagesMeasure>(
        'select count(*) as count, coalesce(sum(bytes), 0) as bytes from (select bytes from images where id > ? order by id limit ?)',
      )
      .get(afterId, countMax)
    return measured ?? { count: 0, bytes: 0 }
  } finally {
    connection.close()
  }
}

/** Opens a copy that nobody writes to until it is closed. */
export function openCopy(file: string): CopiedDatabase {
  const connection = openReadOnly(file)
  // In one transaction, because each would lock the file, look for a journal and forget the pages that it has read.
  connection.exec('begin')
  const findImage = connection.prepare<[string], Pick<CopiedImage, 'file'>>(
    'select file from images where id = ?',
  )
  return {
    readFacts: () => readFacts(connection),
    readSample: (countMax) => readSample(connection, countMax),
    images: () =>
      connection
        .prepare<[], CopiedImage>('select id, file, bytes from images order by id')
        .iterate(),
    hasImage: (image) => findImage.get(image.slice(image.indexOf('/') + 1))?.file === image,
    close: () => void connection.close(),
  }
}

function findDamage(connection: RawConnection): readonly string[] {
  const found = connection.prepare('pragma quick_check(20)').pluck().all().map(String)
  const orphans = connection.prepare('pragma foreign_key_check').all().length
  return [
    ...found.filter((line) => line !== 'ok'),
    ...(orphans === 0 ? [] : [`${orphans} rows refer to rows that are missing`]),
  ]
}

function readFacts(connection: RawConnection): DatabaseFacts {
  const instance = connection
    .prepare<[], { id: string; key: string }>('select id, master_key_id as key from instance')
    .get()
  if (instance === undefined) throw new Error('the database belongs to no installation yet')
  const auditHead = connection
    .prepare<[], { sequence: number; hash: string }>(
      'select sequence, hash from audit_entries order by sequence desc limit 1',
    )
    .get()
  return {
    instanceId: instance.id,
    masterKeyId: instance.key,
    schemaVersion: schemaVersion(connection),
    rows: countRows(connection),
    auditHead,
  }
}

function countRows(connection: RawConnection): Record<string, number> {
  const tables = connection
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    .pluck()
    .all()
    .map(String)
  const count = (table: string) =>
    Number(connection.prepare(`select count(*) from "${table}"`).pluck().get())
  return Object.fromEntries(tables.map((table) => [table, count(table)]))
}

interface SampleRow {
  readonly id: string
  readonly wrapped: Buffer
  readonly claims: Buffer | null
}

/** Seeks from evenly spread places, because skipping rows would read all of them. */
function readSample(connection: RawConnection, countMax: number): readonly EncryptedSample[] {
  const ends = connection
    .prepare<[], { first: string | null; last: string | null }>(
      'select min(subject_id) as first, max(subject_id) as last from data_keys',
    )
    .get()
  if (ends?.first == null || ends.last == null) return []
  const next = connection.prepare<[string], SampleRow>(
    'select subject_id as id, wrapped, claims from data_keys left join verifications on verifications.id = subject_id where subject_id >= ? order by subject_id limit 1',
  )
  const rows = new Map<string, SampleRow>()
  for (const place of spread(ends.first, ends.last, countMax)) {
    const row = next.get(place)
    if (row !== undefined) rows.set(row.id, row)
  }
  return [...rows.values()].map(({ id, wrapped, claims }) => ({
    id,
    wrapped,
    claims: claims ?? undefined,
  }))
}

const timePart = /^(ver_)([0-9a-z]{10})/
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ids sort by time, which their first ten characters hold in base 32. */
function spread(first: string, last: string, count: number): readonly string[] {
  const [from, to] = [first, last].map((id) => decodeTime(timePart.exec(id)?.[2] ?? ''))
  if (from === undefined || to === undefined || from >= to) return [first, last]
  const step = (to - from) / count
  const places = Array.from({ length: count }, (_, index) =>
    encodeTime(Math.floor(from + step * index)),
  )
  return [first, ...places.map((time) => `ver_${time}`), last]
}

function decodeTime(text: string): number {
  return [...text].reduce((sum, character) => sum * 32 + idAlphabet.indexOf(character), 0)
}

function encodeTime(time: number): string {
  let text = ''
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) {
    text = (idAlphabet[rest % 32] ?? '0') + text
  }
  return text
}
