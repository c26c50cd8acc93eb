// `npm run try-release`: installs the release that this tree makes in a bare Debian without a network, verifies in it,
// upgrades it, lets an upgrade fail, and rolls back. Needs root, debootstrap (once, with a network), unshare and
// strace. `-- --from REVISION` installs the release of that commit instead, and upgrades from it to this tree.

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { productVersion } from '../../server/product-version.ts'
import { faultOfBareRoot, makeBareRoot } from './bare-root.ts'
import { makeEarlierTree } from './earlier-tree.ts'
import { foreignCalls } from './foreign-calls.ts'
import { makeReleaseKey } from './release-key.ts'
import { say } from './say.ts'
import { makeTrialTree, type TrialTree } from './trial-tree.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
/** A bare Debian, kept for the next run. */
const bareRoot = process.env.SVC_BARE_ROOT ?? '/tmp/release-root'
/** With openssl to check signatures. */
const bare = { folder: bareRoot, holds: 'usr/bin/openssl', packages: ['openssl'] }

/** The release of this tree, which is installed unless an earlier one is. */
const present: TrialTree = { version: laterVersion(0), migrations: [] }
/** A release whose migration fails half way, and one whose migration works. */
const newer: readonly TrialTree[] = [
  { version: laterVersion(1), migrations: ['good', 'failing'] },
  { version: laterVersion(2), migrations: ['good'] },
]

function laterVersion(minors: number): string {
  const [major, minor = 0, patch] = productVersion().split('.').map(Number)
  return `${major}.${minor + minors}.${patch}`
}

/** Returns the exit status; 0 also if it cannot be run here. */
function main(): number {
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
  const missing = whatIsMissing()
  if (missing !== undefined) return say(`not run: ${missing}\n`, 0)
  const fault = faultOfBareRoot(bareRoot)
  if (fault !== undefined) return say(`refused: ${fault}; name another in SVC_BARE_ROOT\n`, 1)
  const work = mkdtempSync(join(tmpdir(), 'svc-try-release-'))
  try {
    makeBareRoot(bare)
    return tryIn(work, prepareMedia(work, from))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  if (process.arch !== 'x64') return 'it is written for x64'
  const tools = ['unshare', 'chroot', 'strace', ...(existsSync(bareRoot) ? [] : ['debootstrap'])]
  const absent = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  return absent.length > 0 ? `${absent.join(', ')} is missing` : undefined
}

/**
 * What a bank would carry in: the tarballs, their signatures and the public key. Returns the versions, the first first.
 */
function prepareMedia(work: string, from: string | undefined): readonly string[] {
  const media = join(work, 'media')
  const key = join(work, 'key/release')
  mkdirSync(media)
  makeReleaseKey(key)
  copyFileSync(`${key}.pub`, join(media, 'svc-release.pub'))
  const pack = (tree: string) => {
    const program = join(tree, 'scripts/package/package.ts')
    const args = [program, '--key', key, '--arch', 'x64', '--out', media]
    execFileSync(process.execPath, args, { cwd: tree, stdio: ['ignore', 2, 2] })
    rmSync(tree, { recursive: true })
  }
  const into = join(work, 'tree')
  const packTrial = (release: TrialTree) => {
    pack(makeTrialTree(release, { productDir, into }))
    return release.version
  }
  const packEarlier = (revision: string) => {
    const { tree, version } = makeEarlierTree(revision, { productDir, into })
    pack(tree)
    return version
  }
  const first = from === undefined ? packTrial(present) : packEarlier(from)
  copyFileSync(join(here, 'try-inside.sh'), join(media, 'try-inside.sh'))
  copyFileSync(join(here, 'try-client.mjs'), join(media, 'try-client.mjs'))
  return [first, ...newer.map(packTrial)]
}

/** Runs the trial with a network namespace of its own, whose only interface is the loopback one. */
function tryIn(work: string, versions: readonly string[]): number {
  const calls = join(work, 'calls.txt')
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child']
  const traced = [
    'strace',
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    'trace=connect,sendto,sendmsg,sendmmsg',
    '-o',
    calls,
  ]
  const outer = [
    ...namespaces,
    'sh',
    join(here, 'try-outside.sh'),
    bareRoot,
    work,
    versions.join(' '),
    ...traced,
  ]
  const { status } = spawnSync('unshare', outer, {
    stdio: ['ignore', 2, 2],
    timeout: 15 * 60_000,
    killSignal: 'SIGKILL',
  })
  if (status !== 0) return say(`The trial failed (status ${status}).\n`, 1)
  const foreign = foreignCalls(readFileSync(calls, 'utf8'))
  for (const call of foreign) say(`${call}\n`, 1)
  if (foreign.length > 0)
    return say('Something called an address that is not of this machine.\n', 1)
  return say('No call to an address beyond the machine. The trial is passed.\n', 0)
}

process.exitCode = main()
