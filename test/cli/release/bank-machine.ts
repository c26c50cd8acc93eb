// A folder in which releases arrive as tarballs and are installed below a prefix, as on the machine of a bank, with
// programs that start and stop the server in place of systemd.

import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { makeReleaseKey } from '../../../scripts/package/release-key.ts'
import { makeTrialTree, type TrialTree } from '../../../scripts/package/trial-tree.ts'
import { findHolder, serverLockFile } from '../../../server/db/server-lock.ts'
import { readDescription } from '../../../server/upgrade/installation.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const productDir = fileURLToPath(new URL('../../..', import.meta.url))
const runProgram = promisify(execFile)

/** Why releases cannot be tried here; false if they can. */
export function whyNotHere(): string | false {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'the release is for Linux on x64'
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl is missing'
  // The command of a release becomes this user, who may not read the folder of a test.
  return spawnSync('id', ['-u', 'svc']).status === 0 && 'svc is installed on this machine'
}

interface BankPlaces {
  readonly folder: string
  readonly media: string
  /** Prefix of the installation. */
  readonly root: string
  readonly dataDir: string
  readonly conf: string
  /** Of the server. */
  readonly log: string
}

export async function openBankMachine(t: TestContext, releases: readonly TrialTree[]) {
  const places = placesIn(tempFolder(t))
  const { folder, media, root, dataDir, conf, log } = places
  for (const made of [media, root]) mkdirSync(made)
  const publicKey = await makeReleases(places, releases)
  const [port, opsPort] = [await freePort(), await freePort()]
  const run = runnerFor(places, `http://127.0.0.1:${port}`)
  const current = join(root, 'opt/svc/current')
  const svc = (...words: readonly string[]) => run(join(current, 'bin/svc'), words)
  const holder = () => findHolder(serverLockFile(dataDir))
  t.after(() => {
    const left = holder()
    if (left !== undefined) process.kill(left.pid, 'SIGKILL')
  })
  return {
    root,
    publicKey,
    run,
    svc,
    holder,
    ...controlOf(places, current),
    bundle: (version: string) => bundleIn(media, version),
    /** Unpacks the tarball, and returns the folder of the release. */
    unpack(version: string): string {
      execFileSync('tar', ['-xzf', bundleIn(media, version), '-C', folder])
      return join(folder, `svc-${version}-linux-x64`)
    },
    initialise() {
      const key = join(folder, 'keys/master.key')
      svc('init', '--config', conf, '--data-dir', dataDir, '--master-key-file', key)
      appendFileSync(conf, `\nSVC_PORT=${port}\nSVC_OPS_PORT=${opsPort}\n`)
    },
    inUse: () => readlinkSync(current),
    /** Of the release in use. */
    description: () => readDescription(current),
    async ready() {
      for (let tries = 0; tries < 600; tries += 1) {
        const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined)
        if (answer?.ok) return
        await pause(100)
      }
      assert.fail(`the server does not become ready\n${readFileSync(log, 'utf8')}`)
    },
    /** What a system of the bank does with its key: `submit` or `count`. */
    call: (...words: readonly string[]) =>
      run(join(current, 'runtime/bin/node'), [
        join(productDir, 'scripts/package/try-client.mjs'),
        ...words,
      ]).trim(),
  }
}

function placesIn(folder: string): BankPlaces {
  const at = (name: string) => join(folder, name)
  return {
    folder,
    media: at('media'),
    root: at('root'),
    dataDir: at('data'),
    conf: at('svc.conf'),
    log: at('server.log'),
  }
}

/** Runs programs as the bank does, and returns what they print. */
function runnerFor({ folder, conf }: BankPlaces, url: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    SVC_CONFIG: conf,
    SVC_URL: url,
    SVC_ALLOW_ROOT: 'yes',
  }
  return (program: string, words: readonly string[] = []): string => {
    const { status, stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8' })
    assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`)
    return stdout
  }
}

/** Programs that start and stop the server, and the options that name them to a command. */
function controlOf({ folder, dataDir, log }: BankPlaces, current: string) {
  const start = program(
    join(folder, 'start'),
    `setsid '${current}/bin/svc' serve >>'${log}' 2>&1 &`,
  )
  const stop = program(
    join(folder, 'stop'),
    `pid=$(sed -n 's/.*"pid":\\([0-9]*\\).*/\\1/p' '${dataDir}/server.lock.json')
kill "$pid" && while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done`,
  )
  return { start, stop, control: ['--stop-command', stop, '--start-command', start] }
}

function bundleIn(media: string, version: string): string {
  return join(media, `svc-${version}-linux-x64.tar.gz`)
}

function program(file: string, text: string): string {
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}

/** Makes all at once, because most of it is one program after another. Returns the public key of the releases. */
async function makeReleases(
  { folder, media }: BankPlaces,
  releases: readonly TrialTree[],
): Promise<string> {
  const key = join(folder, 'key/release')
  makeReleaseKey(key)
  const packages = linkPackages()
  try {
    const order = { folder, media, key, packages }
    await Promise.all(releases.map((release) => makeBundle(release, order)))
  } finally {
    rmSync(packages, { recursive: true })
  }
  return `${key}.pub`
}

interface BundleOrder extends Pick<BankPlaces, 'folder' | 'media'> {
  readonly key: string
  readonly packages: string
}

async function makeBundle(
  release: TrialTree,
  { folder, media, key, packages }: BundleOrder,
): Promise<void> {
  const tree = makeTrialTree(release, {
    productDir,
    into: join(folder, `tree-${release.version}`),
  })
  const words = [
    '--key',
    key,
    '--arch',
    'x64',
    '--out',
    media,
    '--packages',
    packages,
    '--level',
    '1',
  ]
  await runProgram(process.execPath, [join(tree, 'scripts/package/package.ts'), ...words], {
    cwd: tree,
  })
}

/** Half of all bytes, which no release has; those for another processor stay, to be left out by the package. */
const forOtherSystems = ['darwin', 'win32'].map((name) => `onnxruntime-node/bin/napi-v6/${name}`)

/**
 * The packages of this checkout that a server needs, by hard links, so in a folder on its disk: npm would ask for a
 * network.
 */
function linkPackages(): string {
  const cache = join(productDir, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const into = mkdtempSync(join(cache, 'release-packages-'))
  const { packages } = JSON.parse(readFileSync(join(productDir, 'package-lock.json'), 'utf8'))
  for (const [path, { dev = false }] of Object.entries<{ dev?: boolean }>(packages)) {
    const nested = path.lastIndexOf('node_modules/') > 0
    if (path === '' || dev || nested) continue
    const source = join(productDir, path)
    // An optional one may be for another machine.
    if (!existsSync(source)) continue
    const target = join(into, path)
    mkdirSync(dirname(target), { recursive: true })
    execFileSync('cp', ['-al', source, target])
  }
  for (const path of forOtherSystems) {
    rmSync(join(into, 'node_modules', path), { recursive: true })
  }
  return into
}
