// `npm run try-unit`: installs the release that this tree makes in a bare Debian with systemd as its first process, and
// has the unit serve a live verification with images: what the unit forbids, no other trial meets. Needs root,
// debootstrap (once, with a network), unshare and a hierarchy of control groups of version 2.

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultOfBareRoot, makeBareRoot } from './bare-root.ts'
import { makeReleaseKey } from './release-key.ts'
import { say } from './say.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))
/** A bare Debian with systemd, kept for the next run. */
const bareRoot = process.env.SVC_BARE_SYSTEMD ?? '/tmp/release-systemd'
const packages = ['openssl', 'curl', 'systemd', 'systemd-sysv', 'dbus', 'iproute2']
const bare = { folder: bareRoot, holds: 'lib/systemd/systemd', packages }

/** Returns the exit status; 0 also if it cannot be run here. */
function main(): number {
  const groups = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]
  const missing = whatIsMissing(groups)
  if (groups === undefined || missing !== undefined) return say(`not run: ${missing}\n`, 0)
  const fault = faultOfBareRoot(bareRoot)
  if (fault !== undefined) return say(`refused: ${fault}; name another in SVC_BARE_SYSTEMD\n`, 1)
  const work = mkdtempSync(join(tmpdir(), 'svc-try-unit-'))
  const group = join(groups, `svc-try-unit-${process.pid}`)
  try {
    makeBareRoot(bare)
    prepareMedia(work)
    return boot(work, group)
  } finally {
    rmSync(work, { recursive: true, force: true })
    spawnSync('find', [group, '-depth', '-type', 'd', '-delete'])
  }
}

function whatIsMissing(groups: string | undefined): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  if (process.arch !== 'x64') return 'it is written for x64'
  if (groups === undefined) return 'there are no control groups of version 2'
  const tools = ['unshare', 'pivot_root', ...(existsSync(bareRoot) ? [] : ['debootstrap'])]
  const absent = tools.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0)
  return absent.length > 0 ? `${absent.join(', ')} is missing` : undefined
}

function prepareMedia(work: string): void {
  const [media, key] = [join(work, 'media'), join(work, 'key/release')]
  mkdirSync(media)
  makeReleaseKey(key)
  copyFileSync(`${key}.pub`, join(media, 'svc-release.pub'))
  copyFileSync(join(here, 'try-unit-inside.sh'), join(media, 'try-unit-inside.sh'))
  const args = [join(here, 'package.ts'), '--key', key, '--arch', 'x64', '--out', media]
  execFileSync(process.execPath, args, { cwd: productDir, stdio: ['ignore', 2, 2] })
}

/** systemd ends with the status of the trial, and with it all its processes. */
function boot(work: string, group: string): number {
  const namespaces = ['--net', '--mount', '--pid', '--cgroup', '--uts', '--ipc', '--fork']
  const script = `mkdir '${group}' && echo $$ >'${group}/cgroup.procs' && exec unshare "$@"`
  const inner = [...namespaces, '--kill-child', 'sh', join(here, 'try-unit-outside.sh')]
  const { status } = spawnSync('sh', ['-c', script, 'sh', ...inner, bareRoot, work], {
    stdio: ['ignore', 2, 2],
    timeout: 10 * 60_000,
    killSignal: 'SIGKILL',
  })
  const told = join(work, 'media/trial.log')
  if (existsSync(told)) process.stderr.write(readFileSync(told))
  return status === 0
    ? say('The unit serves. The trial is passed.\n', 0)
    : say(`The trial failed (status ${status}).\n`, 1)
}

process.exitCode = main()
