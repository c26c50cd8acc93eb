// The master key: 32 bytes outside the database and its backups. All encrypted data depends on it, so it is created
// only on request and never replaced silently.

import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncNow } from '../kernel/sync.ts'

export interface MasterKey {
  readonly bytes: Buffer
  /** 16 hex characters that identify the key without revealing it. */
  readonly fingerprint: string
}

const prefix = 'svc-master-key-1:'

/** The message says what is wrong with the file and what the operator should do. */
export class MasterKeyError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MasterKeyError'
  }
}

export function masterKeyFrom(bytes: Buffer): MasterKey {
  const digest = createHmac('sha256', bytes).update('svc master key fingerprint').digest('hex')
  return { bytes, fingerprint: digest.slice(0, 16) }
}

/** @throws MasterKeyError if the file is missing, readable by others, or not a master key */
export function readMasterKey(file: string): MasterKey {
  return masterKeyOfText(readText(file), file)
}

/**
 * Reads a key that somebody else guards: like `readMasterKey`, but whoever placed the file chose its mode.
 * @throws MasterKeyError if `text` is not a master key; the message names `source`
 */
export function masterKeyOfText(given: string, source: string): MasterKey {
  const text = given.trim()
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  // Decoding skips characters that are not base64, so a damaged file could pass as another key.
  if (bytes.length !== 32 || textOf(bytes) !== text) {
    const isOtherLength = text.startsWith(prefix) && bytes.length !== 32
    const length = isOtherLength ? ` It holds ${bytes.length} bytes; a master key has 32.` : ''
    throw new MasterKeyError(
      `${source} is not a master key made by svc init.${length} Restore the right file from your escrow copy.`,
    )
  }
  return masterKeyFrom(bytes)
}

/**
 * Reads the key that a command printed: the text of a key file, 32 bytes as they are, or the same as 64 hexadecimal
 * or 44 base64 characters. Returns undefined for anything else.
 */
export function masterKeyOfOutput(output: Buffer): MasterKey | undefined {
  if (output.length === 32) return masterKeyFrom(output)
  const text = output.toString('latin1').trim()
  if (/^[0-9a-f]{64}$/i.test(text)) return masterKeyFrom(Buffer.from(text, 'hex'))
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : text
  const bytes = Buffer.from(encoded, 'base64')
  const isExact = bytes.length === 32 && bytes.toString('base64') === encoded
  return isExact ? masterKeyFrom(bytes) : undefined
}

/** Creates a new master key in a file. @throws MasterKeyError if the file exists */
export function createMasterKey(file: string): MasterKey {
  const key = masterKeyFrom(randomBytes(32))
  writeMasterKey(file, key)
  return key
}

/**
 * Writes a master key to a new file (mode 0600, synced). A crash leaves the whole file or none.
 * @throws MasterKeyError if the file exists
 */
export function writeMasterKey(file: string, { bytes }: MasterKey): void {
  const part = partOf(file)
  try {
    rmSync(part, { force: true })
    writeSynced(part, `${textOf(bytes)}\n`)
    // Unlike a rename, a link never replaces a file that is there.
    linkSync(part, file)
  } catch {
    throw new MasterKeyError(
      `the master key ${file} cannot be created: it exists already or its folder cannot be written.`,
    )
  } finally {
    rmSync(part, { force: true })
  }
  syncNow(dirname(file))
}

/** The file that a write which was cut off may leave behind. */
export function partOf(file: string): string {
  return `${file}.part`
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chmodSync(file, 0o600)
}

function textOf(bytes: Buffer): string {
  return prefix + bytes.toString('base64')
}

function readText(file: string): string {
  try {
    if ((statSync(file).mode & 0o077) !== 0) {
      throw new MasterKeyError(`${file} can be read by other users. Run: chmod 600 ${file}`)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof MasterKeyError) throw error
    throw new MasterKeyError(
      `the master key ${file} cannot be read. Run svc init once, or set SVC_MASTER_KEY_FILE to where it is.`,
    )
  }
}
