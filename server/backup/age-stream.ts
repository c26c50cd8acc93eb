// Encrypts and decrypts streams in the age format (https://c2sp.org/age), which the standard `age` tool reads and
// writes. The library makes and opens the header with the keys; the payload is encrypted here with OpenSSL, because
// the library's own JavaScript manages 60 MB/s and OpenSSL over 1 GB/s.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'

const chunkBytes = 64 * 1024
const tagBytes = 16
const nonceBytes = 16
const headerBytesMax = 64 * 1024

/**
 * @param recipients public keys, `age1…`
 * @throws BackupError `recipient_unusable`
 */
export async function* encryptTo(
  recipients: readonly string[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const { header, fileKey } = await makeHeader(recipients)
  const nonce = randomBytes(nonceBytes)
  yield Buffer.concat([header, nonce])
  const chunks = createChunks(payloadKey(fileKey, nonce))
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    const bytes = rest.length === 0 ? bufferOf(piece) : Buffer.concat([rest, piece])
    // The last chunk is marked, so one stays back until more bytes are known.
    const sealed: Buffer[] = []
    let at = 0
    for (; bytes.length - at > chunkBytes; at += chunkBytes) {
      sealed.push(chunks.encrypt(bytes.subarray(at, at + chunkBytes), false))
    }
    rest = Buffer.from(bytes.subarray(at))
    if (sealed.length > 0) yield Buffer.concat(sealed)
  }
  yield chunks.encrypt(rest, true)
}

/**
 * @param identities secret keys, `AGE-SECRET-KEY-1…`
 * @throws BackupError `wrong_identity`, `damaged`
 */
export async function* decryptWith(
  identities: readonly string[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let chunks: ReturnType<typeof createChunks> | undefined
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    rest = rest.length === 0 ? bufferOf(piece) : Buffer.concat([rest, piece])
    if (chunks === undefined) {
      const end = endOfHeader(rest)
      if (end === undefined || rest.length < end + nonceBytes) continue
      const fileKey = await openHeader(identities, rest.subarray(0, end))
      chunks = createChunks(payloadKey(fileKey, rest.subarray(end, end + nonceBytes)))
      rest = rest.subarray(end + nonceBytes)
    }
    const opened: Buffer[] = []
    const whole = chunkBytes + tagBytes
    let at = 0
    for (; rest.length - at > whole; at += whole) {
      opened.push(chunks.decrypt(rest.subarray(at, at + whole), false))
    }
    rest = Buffer.from(rest.subarray(at))
    if (opened.length > 0) yield Buffer.concat(opened)
  }
  if (chunks === undefined) throw damaged()
  yield chunks.decrypt(rest, true)
}

async function makeHeader(recipients: readonly string[]) {
  const encrypter = new Encrypter()
  let fileKey: Buffer | undefined
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient)
    // Adds nothing to the header and learns the key of the file.
    encrypter.addRecipient({
      wrapFileKey(key) {
        fileKey = Buffer.from(key)
        return []
      },
    })
    const empty = await encrypter.encrypt(new Uint8Array(0))
    if (fileKey === undefined || recipients.length === 0) throw new Error('no recipient')
    return { header: Buffer.from(empty.subarray(0, empty.length - nonceBytes - tagBytes)), fileKey }
  } catch {
    throw new BackupError(
      'recipient_unusable',
      'SVC_BACKUP_RECIPIENT names no usable recipient: it must be a public key of age (age1…), as age-keygen prints it.',
    )
  }
}

async function openHeader(identities: readonly string[], header: Buffer): Promise<Uint8Array> {
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    return await decrypter.decryptHeader(header)
  } catch (error) {
    if (error instanceof Error && /no identity matched/.test(error.message)) {
      throw new BackupError(
        'wrong_identity',
        'None of the identities opens this backup: it was encrypted to another recipient. Name the file with the right one in --identity-file.',
      )
    }
    throw damaged()
  }
}

/** Returns where the header ends: after the line of its MAC. Undefined if more bytes are needed. */
function endOfHeader(bytes: Buffer): number | undefined {
  const isBegun = bytes.subarray(0, 4).toString('latin1') === 'age-'.slice(0, bytes.length)
  const lastLine = bytes.indexOf('\n--- ')
  const end = lastLine === -1 ? -1 : bytes.indexOf('\n', lastLine + 1)
  if (!isBegun || (end === -1 && bytes.length > headerBytesMax)) throw damaged()
  return end === -1 ? undefined : end + 1
}

function payloadKey(fileKey: Uint8Array, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** The chunks of a payload, each under the next nonce: eleven bytes of a counter, and one that marks the last. */
function createChunks(key: Buffer) {
  let count = 0
  const nextNonce = (isLast: boolean) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(count, 5, 6)
    nonce[11] = isLast ? 1 : 0
    count += 1
    return nonce
  }
  return {
    encrypt(plain: Buffer, isLast: boolean): Buffer {
      const cipher = createCipheriv('chacha20-poly1305', key, nextNonce(isLast), {
        authTagLength: tagBytes,
      })
      return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(sealed: Buffer, isLast: boolean): Buffer {
      const decipher = createDecipheriv('chacha20-poly1305', key, nextNonce(isLast), {
        authTagLength: tagBytes,
      })
      if (sealed.length < tagBytes) throw damaged()
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
      } catch {
        throw damaged()
      }
    },
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function damaged(): BackupError {
  return new BackupError('damaged', 'The file is damaged, cut off, or not a backup of svc.')
}
