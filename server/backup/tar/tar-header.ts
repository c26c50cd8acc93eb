// The headers of a tar archive (POSIX ustar with pax, `pax` in IEEE Std 1003.1): plain files with short names only. A
// size over 8 GB stands in a pax header, which every tar reads.

import { BackupError } from '../backup-error.ts'

export const blockBytes = 512
/** A pax header names a size, and perhaps what another program adds. */
export const paxBytesMax = 64 * 1024

/** Places of the fields in a block: from, bytes. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const

type Field = keyof typeof fields

/** Entries are owned by nobody in particular and can be read by their owner alone. */
const entryMode = 0o600
const octalSizeMax = 0o777_7777_7777

/** Returns the blocks before the content of a file. @throws Error if the name has over 100 bytes */
export function fileHeader({ name, bytes }: { name: string; bytes: number }): Buffer {
  if (Buffer.byteLength(name) > fields.name[1]) throw new Error('the name of an entry is too long')
  if (bytes <= octalSizeMax) return headerBlock({ name, bytes, type: '0' })
  const record = paxRecord('size', String(bytes))
  return Buffer.concat([
    headerBlock({ name: 'PaxHeader', bytes: record.length, type: 'x' }),
    record,
    Buffer.alloc(paddingBytes(record.length)),
    headerBlock({ name, bytes: 0, type: '0' }),
  ])
}

/** Returns how many bytes fill the last block of a content. */
export function paddingBytes(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes
}

type TarHeader =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'pax'; readonly bytes: number }
  /** The end of the archive. */
  | { readonly kind: 'empty' }

/** @throws BackupError `damaged` */
export function readTarHeader(block: Buffer): TarHeader {
  if (block.every((byte) => byte === 0)) return { kind: 'empty' }
  if (readOctal(block, 'checksum') !== checksumOf(block)) throw alteredArchive()
  const bytes = readOctal(block, 'size')
  const type = readText(block, 'type')
  if (type === 'x') return { kind: 'pax', bytes }
  if (type !== '0' && type !== '') throw alteredArchive()
  const [prefix, name] = [readText(block, 'prefix'), readText(block, 'name')]
  return { kind: 'file', name: prefix === '' ? name : `${prefix}/${name}`, bytes }
}

/** Returns the size in a pax header; undefined if it names none. @throws BackupError `damaged` */
export function readPaxSize(pax: Buffer): number | undefined {
  let size: number | undefined
  for (let at = 0; at < pax.length; ) {
    const [, digits, key, value] = /^(\d+) ([^=]+)=(.*)$/.exec(recordAt(pax, at)) ?? []
    if (digits === undefined || Number(digits) === 0) throw alteredArchive()
    if (key === 'size') size = /^\d+$/.test(value ?? '') ? Number(value) : Number.NaN
    at += Number(digits)
  }
  if (size !== undefined && !Number.isSafeInteger(size)) throw alteredArchive()
  return size
}

/** Returns a record without the line feed at its end. Its number counts all its bytes. */
function recordAt(pax: Buffer, at: number): string {
  const bytes = Number.parseInt(pax.toString('latin1', at, at + 8), 10)
  return pax.toString('utf8', at, at + bytes - 1)
}

/** The number at the beginning of a record counts its own digits too. */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`
  let length = rest.length
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length
  return Buffer.from(`${length}${rest}`)
}

function headerBlock(entry: { name: string; bytes: number; type: '0' | 'x' }): Buffer {
  const block = Buffer.alloc(blockBytes)
  const write = (field: Field, text: string) => block.write(text, fields[field][0], 'utf8')
  const writeOctal = (field: Field, value: number) =>
    write(field, value.toString(8).padStart(fields[field][1] - 1, '0'))
  write('name', entry.name)
  writeOctal('mode', entryMode)
  writeOctal('uid', 0)
  writeOctal('gid', 0)
  writeOctal('size', entry.bytes)
  writeOctal('mtime', 0)
  write('type', entry.type)
  write('magic', 'ustar\0' + '00')
  writeOctal('checksum', checksumOf(block))
  return block
}

/** The sum of all bytes of the block, as if those of the sum itself were spaces. */
function checksumOf(block: Buffer): number {
  const [from, bytes] = fields.checksum
  let sum = bytes * 0x20
  for (const byte of block.subarray(0, from)) sum += byte
  for (const byte of block.subarray(from + bytes)) sum += byte
  return sum
}

function readText(block: Buffer, field: Field): string {
  const [from, bytes] = fields[field]
  const text = block.toString('utf8', from, from + bytes)
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

function readOctal(block: Buffer, field: Field): number {
  const text = readText(block, field).trim()
  if (!/^[0-7]*$/.test(text)) throw alteredArchive()
  return text === '' ? 0 : Number.parseInt(text, 8)
}

export function alteredArchive(): BackupError {
  return new BackupError('damaged', 'The archive inside the backup is damaged.')
}
