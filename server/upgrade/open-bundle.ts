// Opens a release bundle: checks the signature of the tarball before anything of it is read, unpacks it, and checks
// every file of it. Needs no network.

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isAlive } from '../kernel/is-alive.ts'
import { runTool } from '../kernel/run-tool.ts'
import { readDescription } from './installation.ts'
import type { ReleaseDescription } from './release-description.ts'
import { UpgradeError } from './upgrade-error.ts'

interface BundleOrder {
  /** The tarball; its signature is beside it, with `.sig` at the end. */
  readonly file: string
  /** The public key that the bank has pinned, PEM. */
  readonly keyFile: string
  /** An empty folder. */
  readonly into: string
  readonly env: Readonly<Record<string, string | undefined>>
}

interface OpenedBundle {
  readonly description: ReleaseDescription
  readonly folder: string
}

const unpackTimeoutMs = 10 * 60_000
const listFiles = ['SHA256SUMS', 'SHA256SUMS.sig']

/** @throws UpgradeError if it is not the release that the owner of the key has signed */
export async function openBundle({ file, keyFile, into, env }: BundleOrder): Promise<OpenedBundle> {
  const key = readPinnedKey(keyFile)
  const signature = readOr(`${file}.sig`, 'Copy the .sig file of the release beside the tarball.')
  const tarball = readOr(file, 'Name the tarball of a release.')
  if (!verify(null, tarball, key, signature)) {
    throw new UpgradeError(
      `The signature of ${file} does not fit the key ${keyFile}. Do not install it: fetch it again, and compare the key with the one in your contract.`,
    )
  }
  // The bytes that were verified, and not the file, which somebody may have replaced meanwhile.
  const args = ['-xzpf', '-', '-C', into, '--no-same-owner']
  const order = { env, input: tarball, timeoutMs: unpackTimeoutMs }
  const { status, err } = await runTool('tar', args, order)
  if (status !== 0) throw new UpgradeError(`${file} cannot be unpacked: ${err.trim()}`)
  const [name, ...more] = readdirSync(into)
  if (name === undefined || more.length > 0)
    throw new UpgradeError(`${file} is not a release of svc.`)
  const folder = join(into, name)
  assertFiles(folder, key)
  return { description: describedBy(folder, file), folder }
}

function describedBy(folder: string, file: string): ReleaseDescription {
  try {
    return readDescription(folder)
  } catch {
    throw new UpgradeError(
      `${file} has a release.json that this release does not understand. Upgrade to a release in between first; its notes say which.`,
    )
  }
}

function readPinnedKey(file: string): KeyObject {
  const pem = readOr(file, 'Name the public key of the releases with --key; install.sh keeps it.')
  try {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below.
  }
  throw new UpgradeError(`${file} is not an Ed25519 public key (PEM).`)
}

/**
 * Compares every file with the signed list, and refuses files that are not in it.
 * @throws UpgradeError
 */
function assertFiles(folder: string, key: KeyObject): void {
  const [list, signature] = listFiles.map((name) =>
    readOr(join(folder, name), 'Unpack the release again.'),
  )
  if (!list || !signature || !verify(null, list, key, signature)) {
    throw new UpgradeError(`The list of files in ${folder} has no good signature.`)
  }
  const listed = new Map(
    list
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  for (const path of pathsBelow(folder)) {
    if (listFiles.includes(path)) continue
    const wanted = listed.get(path)
    listed.delete(path)
    const isWhole = wanted !== undefined && lstatSync(join(folder, path)).isFile()
    if (!isWhole || sha256Of(join(folder, path)) !== wanted) {
      throw new UpgradeError(`${path} in ${folder} is not the file of the release.`)
    }
  }
  const [missing] = listed.keys()
  if (missing !== undefined) throw new UpgradeError(`${missing} is missing in ${folder}.`)
}

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Everything that is not a folder, links included. */
function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function readOr(file: string, advice: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new UpgradeError(`${file} cannot be read. ${advice}`)
  }
}

/** Makes a folder to unpack in, which names this process. */
export function makeUnpackFolder(parent: string): string {
  return mkdtempSync(join(parent, `.svc-bundle-${process.pid}-`))
}

/**
 * Without it, a power cut soon after the change could leave a release in use whose files are empty, and with it no
 * program that goes back. Where there is no such `sync`, the files come to the disk when the system writes them.
 */
export async function syncDisk(folder: string, env: BundleOrder['env']): Promise<void> {
  await runTool('sync', ['-f', folder], { env, timeoutMs: unpackTimeoutMs })
}

/** Removes what was unpacked to be looked at. */
export function removeUnpacked(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Removes what processes unpacked that were killed: each is as large as a release, and nothing else finds it. */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^\.svc-bundle-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeUnpacked(join(parent, name))
  }
}
