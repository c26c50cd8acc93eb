// The header of an age file (https://c2sp.org/age) and the key inside it: made and opened by the library, a megabyte of
// source with its curves, which is loaded with the first. An envelope is all that a thread needs to encrypt or decrypt
// the rest, so that threads do not load the library again.

import { BackupError } from '../backup-error.ts'

/** Plain data, so that it can be handed to a thread of this process; nowhere else. */
export interface Envelope {
  /** Up to the end of the line of its MAC. */
  readonly header: Uint8Array
  /** Secret. */
  readonly fileKey: Uint8Array
}

/** Behind the header of an empty file come its nonce and one tag. */
const emptyPayloadBytes = 32
const headerBytesMax = 64 * 1024

/**
 * For one file: its key is new.
 * @param recipients public keys, `age1…`
 * @throws BackupError `recipient_unusable`
 */
export async function makeEnvelope(recipients: readonly string[]): Promise<Envelope> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  let fileKey: Uint8Array | undefined
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    // Adds nothing to the header and learns the key of the file.
    encrypter.addRecipient({
      wrapFileKey(key) {
        fileKey = Uint8Array.from(key)
        return []
      },
    })
    // Given bytes, the library collects its result with `Response`, and each thread would load Node's client of HTTP
    // for it.
    const empty = await collect(await encrypter.encrypt(new ReadableStream({ start: close })))
    if (fileKey === undefined || recipients.length === 0) throw new Error('no recipient')
    const header = Uint8Array.from(empty.subarray(0, -emptyPayloadBytes))
    return { header, fileKey }
  } catch {
    throw new BackupError(
      'recipient_unusable',
      'SVC_BACKUP_RECIPIENT names no usable recipient: it must be a public key of age (age1…), as age-keygen prints it.',
    )
  }
}

function close(stream: ReadableStreamDefaultController<Uint8Array>): void {
  stream.close()
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Reads no more of the content than its header.
 * @param identities secret keys, `AGE-SECRET-KEY-1…`
 * @throws BackupError `wrong_identity`, `damaged`
 */
export async function readEnvelope(
  identities: readonly string[],
  content: AsyncIterable<Uint8Array>,
): Promise<Envelope> {
  let first: Buffer = Buffer.alloc(0)
  // Leaving the loop closes the file or the connection that the content comes from.
  for await (const piece of content) {
    first = Buffer.concat([first, piece])
    const end = endOfHeader(first)
    if (end !== undefined) return openEnvelope(identities, first.subarray(0, end))
  }
  throw damagedFile()
}

/** @throws BackupError `wrong_identity`, `damaged` */
export async function openEnvelope(
  identities: readonly string[],
  header: Uint8Array,
): Promise<Envelope> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    return { header, fileKey: await decrypter.decryptHeader(header) }
  } catch (error) {
    if (error instanceof Error && /no identity matched/.test(error.message)) {
      throw new BackupError(
        'wrong_identity',
        'None of the identities opens this backup: it was encrypted to another recipient. Name the file with the right one in --identity-file.',
      )
    }
    throw damagedFile()
  }
}

/** Returns where the header ends; undefined if more bytes are needed. @throws BackupError `damaged` */
export function endOfHeader(bytes: Buffer): number | undefined {
  const isBegun = bytes.subarray(0, 4).toString('latin1') === 'age-'.slice(0, bytes.length)
  const lastLine = bytes.indexOf('\n--- ')
  const end = lastLine === -1 ? -1 : bytes.indexOf('\n', lastLine + 1)
  if (!isBegun || (end === -1 && bytes.length > headerBytesMax)) throw damagedFile()
  return end === -1 ? undefined : end + 1
}

export function damagedFile(): BackupError {
  return new BackupError('damaged', 'The file is damaged, cut off, or not a backup of svc.')
}
