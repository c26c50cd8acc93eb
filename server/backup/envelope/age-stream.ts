// Encrypts and decrypts streams in the age format (https://c2sp.org/age), which the standard `age` tool reads and
// writes. The library makes and opens the header with the keys (age-envelope.ts); the payload is encrypted here with
// OpenSSL, because the library's own JavaScript manages 60 MB/s and OpenSSL over 1 GB/s.

import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { freeBuffer } from '../../kernel/free-buffer.ts'
import {
  damagedFile,
  type Envelope,
  endOfHeader,
  makeEnvelope,
  openEnvelope,
} from './age-envelope.ts'

const chunkBytes = 64 * 1024
const tagBytes = 16
const nonceBytes = 16
/** A chunk with its tag. */
const wholeBytes = chunkBytes + tagBytes
const chunksAPiece = 16

/**
 * Is given the header and the nonce behind it. They fix the key of the payload, under which each chunk, its place and
 * the end are authenticated: without that key nobody can make another payload for them.
 */
type OnHeader = (beginning: Uint8Array) => void

/**
 * Yields pieces of a megabyte. Each is good until the next but one is asked for, and the content's until its next one.
 * @param to public keys, `age1…`, or an envelope that was made for this file
 * @param onHeader is called once
 * @throws BackupError `recipient_unusable`
 */
export async function* encryptTo(
  to: readonly string[] | Envelope,
  content: AsyncIterable<Uint8Array>,
  onHeader: OnHeader = () => {},
): AsyncGenerator<Buffer> {
  const { header, fileKey } = 'fileKey' in to ? to : await makeEnvelope(to)
  const nonce = randomBytes(nonceBytes)
  const beginning = Buffer.concat([header, nonce])
  onHeader(beginning)
  yield beginning
  const { encrypt } = createChunks(payloadKey(fileKey, nonce))
  yield* convertChunks(content, { from: chunkBytes, to: wholeBytes, convert: encrypt })
}

/** Cuts the content into chunks of `from` bytes and yields what they are converted to, `to` bytes each but the last. */
async function* convertChunks(
  content: AsyncIterable<Uint8Array>,
  {
    from,
    to,
    convert,
  }: {
    readonly from: number
    readonly to: number
    readonly convert: (chunk: Buffer, isLast: boolean) => readonly Buffer[]
  },
): AsyncGenerator<Buffer> {
  const room = createRoom(chunksAPiece * to)
  /** The beginning of a chunk whose rest is in the next piece, and at the end the last chunk. */
  const begun = Buffer.allocUnsafeSlow(from)
  let begunBytes = 0
  for await (const some of content) {
    const piece = bufferOf(some)
    let at = 0
    // The last chunk is marked, so one stays back until more bytes are known.
    while (begunBytes + piece.length - at > from) {
      let chunk: Buffer = begun
      if (begunBytes === 0) {
        chunk = piece.subarray(at, at + from)
        at += from
      } else {
        at += piece.copy(begun, begunBytes, at, at + from - begunBytes)
        begunBytes = 0
      }
      const full = room.add(convert(chunk, false))
      if (full !== undefined) yield full
    }
    begunBytes += piece.copy(begun, begunBytes, at)
  }
  const full = room.add(convert(begun.subarray(0, begunBytes), true))
  yield full ?? room.rest()
}

/**
 * Collects chunks into pieces of a megabyte, in two pieces of memory in turn. The memory of each chunk is freed at
 * once: left to the garbage collector, it would cost more than the ciphers.
 */
function createRoom(bytes: number) {
  const places = [0, 1].map(() => Buffer.allocUnsafeSlow(bytes)) as [Buffer, Buffer]
  let turn: 0 | 1 = 0
  let used = 0
  const rest = () => {
    const piece = places[turn].subarray(0, used)
    turn = turn === 0 ? 1 : 0
    used = 0
    return piece
  }
  return {
    rest,
    /** Takes the parts of a chunk. Returns the piece once it is full. */
    add(parts: readonly Buffer[]): Buffer | undefined {
      for (const part of parts) {
        used += part.copy(places[turn], used)
        freeBuffer(part)
      }
      return used === bytes ? rest() : undefined
    },
  }
}

/**
 * Yields pieces of a megabyte. Each is good until the next but one is asked for, and the content's until its next one.
 * @param keys secret keys, `AGE-SECRET-KEY-1…`, or the envelope of this file, opened before
 * @param onHeader is called once, before anything is decrypted
 * @throws BackupError `wrong_identity`, `damaged`
 */
export async function* decryptWith(
  keys: readonly string[] | Envelope,
  content: AsyncIterable<Uint8Array>,
  onHeader: OnHeader = () => {},
): AsyncGenerator<Buffer> {
  const pieces = content[Symbol.asyncIterator]()
  try {
    const { header, first } = await splitHeader(pieces)
    const nonceEnd = header.length + nonceBytes
    const { fileKey } = 'fileKey' in keys ? ofFile(keys, header) : await openEnvelope(keys, header)
    onHeader(first.subarray(0, nonceEnd))
    const key = payloadKey(fileKey, first.subarray(header.length, nonceEnd))
    const { decrypt } = createChunks(key)
    const payload = following(first.subarray(nonceEnd), pieces)
    yield* convertChunks(payload, { from: wholeBytes, to: chunkBytes, convert: decrypt })
  } finally {
    // Closes the file or the connection that the pieces come from.
    await pieces.return?.()
  }
}

async function* following(
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Reads as far as the header and the nonce go. */
async function splitHeader(pieces: AsyncIterator<Uint8Array>) {
  let first: Buffer = Buffer.alloc(0)
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    first = Buffer.concat([first, next.value])
    const end = endOfHeader(first)
    if (end === undefined || first.length < end + nonceBytes) continue
    return { header: first.subarray(0, end), first }
  }
  throw damagedFile()
}

/** @throws BackupError `damaged` for the envelope of another file */
function ofFile(envelope: Envelope, header: Buffer): Envelope {
  if (header.equals(envelope.header)) return envelope
  throw damagedFile()
}

function payloadKey(fileKey: Uint8Array, nonce: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32)))
}

/** The chunks of a payload, each under the next nonce: eleven bytes of a counter, and one that marks the last. */
function createChunks(key: KeyObject) {
  let count = 0
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(count, 5, 6)
    nonce[11] = isLast ? 1 : 0
    count += 1
    return nonce
  }
  return {
    /** Returns the encrypted bytes and their tag. */
    encrypt(plain: Buffer, isLast: boolean): readonly [body: Buffer, tag: Buffer] {
      const cipher = createCipheriv('chacha20-poly1305', key, nextNonce(isLast), {
        authTagLength: tagBytes,
      })
      const body = cipher.update(plain)
      // A stream cipher leaves nothing behind.
      cipher.final()
      return [body, cipher.getAuthTag()]
    },
    /** Returns the decrypted bytes. @throws BackupError `damaged` */
    decrypt(encrypted: Buffer, isLast: boolean): readonly [plain: Buffer] {
      const decipher = createDecipheriv('chacha20-poly1305', key, nextNonce(isLast), {
        authTagLength: tagBytes,
      })
      if (encrypted.length < tagBytes) throw damagedFile()
      decipher.setAuthTag(encrypted.subarray(-tagBytes))
      try {
        const plain = decipher.update(encrypted.subarray(0, -tagBytes))
        // Checks the tag.
        decipher.final()
        return [plain]
      } catch {
        throw damagedFile()
      }
    },
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
