// The master key: 32 bytes in a file outside the database and its backups. All encrypted data depends on it, so it
// is created only on request and never replaced silently.

import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

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
  const text = readText(file).trim()
  const bytes = Buffer.from(text.slice(prefix.length), 'base64')
  // Decoding skips characters that are not base64, so a damaged file could pass as another key.
  if (bytes.length !== 32 || textOf(bytes) !== text) {
    throw new MasterKeyError(
      `${file} is not a master key made by svc init. Restore the right file from your escrow copy.`,
    )
  }
  return masterKeyFrom(bytes)
}

/** Writes a new master key (mode 0600, synced). @throws MasterKeyError if the file exists */
export function createMasterKey(file: string): MasterKey {
  const bytes = randomBytes(32)
  const descriptor = openNew(file)
  try {
    writeSync(descriptor, `${textOf(bytes)}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chmodSync(file, 0o600)
  syncFolder(dirname(file))
  return masterKeyFrom(bytes)
}

function textOf(bytes: Buffer): string {
  return prefix + bytes.toString('base64')
}

/** A new file survives a power cut only once its folder is synced too. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
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

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch {
    throw new MasterKeyError(
      `the master key ${file} cannot be created: it exists already or its folder cannot be written.`,
    )
  }
}
