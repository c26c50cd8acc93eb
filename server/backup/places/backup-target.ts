// The place of the backups: files with names such as `svc-….age` and `packs/….age`, in a folder or in a store.

import type { BackupPlace } from './place-address.ts'

/** A file at the place. */
export interface TargetFile {
  /** Below the place, such as `packs/0a1b.age`. */
  readonly name: string
  readonly bytes: number
}

export interface BackupTarget {
  /** For messages: the folder, or `s3://bucket/prefix`. */
  readonly label: string
  /** Opens the same place again, in another thread. */
  readonly place: BackupPlace
  /** Makes the place if it is missing. A bucket is never made. */
  make(): Promise<void>
  /**
   * Lists the files whose names begin with `prefix` (`''`: the backups, `packs/`: the packs), without files that
   * are incomplete.
   * @throws BackupError `target_unreachable`, `target_unusable`, `place_missing`
   */
  list(prefix: '' | 'packs/'): Promise<readonly TargetFile[]>
  /**
   * Writes a file; it exists once all of it is stored for good. Replaces a file of the same name. A piece of the
   * content need be good only until the next but one is asked for.
   * @param bytesExpected roughly how long the content is; decides how it is sent
   */
  write(name: string, content: AsyncIterable<Uint8Array>, bytesExpected: number): Promise<void>
  /**
   * Reads a file in pieces. A piece is good until the next one is asked for: copy what is kept.
   * @throws BackupError `not_found` with the first read
   */
  read(name: string): AsyncIterable<Uint8Array>
  /** Does nothing if the file is missing. */
  remove(name: string): Promise<void>
  /** Removes what interrupted writes left behind. Call it only while nothing is being written. */
  sweep(): Promise<void>
  /** Free bytes at the place; undefined where nobody can tell. */
  freeBytes(): Promise<number | undefined>
  close(): Promise<void>
}

/** Reads a small file whole. @throws BackupError `not_found`, `damaged` if it has more than `bytesMax` */
export async function readSmall(
  target: Pick<BackupTarget, 'read'>,
  name: string,
  bytesMax = 64_000_000,
): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of target.read(name)) {
    bytes += part.length
    if (bytes > bytesMax) throw new Error(`${name} is too long`)
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}

export async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
