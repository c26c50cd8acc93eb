// The bare Debian in which a release is tried. It is kept for the next run, and root runs what is in it, so nobody else
// may have made or changed it.

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface BareRoot {
  readonly folder: string
  /** A file that it has once it is whole. */
  readonly holds: string
  /** Added to the smallest Debian. */
  readonly packages: readonly string[]
}

/** Where its packages come from. Default: what debootstrap chooses. */
const mirror = process.env.SVC_DEBIAN_MIRROR
const [othersWrite, sticky] = [0o022, 0o1000]

/** Says why root must not run what is in the folder; undefined if nothing speaks against it, or it is not there yet. */
export function faultOfBareRoot(folder: string, root = 0): string | undefined {
  const above = lstatSync(dirname(folder), { throwIfNoEntry: false })
  const isAboveOpen = above && (above.mode & othersWrite) !== 0 && (above.mode & sticky) === 0
  if (isAboveOpen) return `other users can replace what lies in ${dirname(folder)}`
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  if (!stats.isDirectory()) return `${folder} is not a folder`
  if (stats.uid !== root) return `${folder} belongs to another user (${stats.uid})`
  return (stats.mode & othersWrite) === 0 ? undefined : `other users can write ${folder}`
}

/** Makes the Debian unless it is there; the only step of a trial that needs a network. */
export function makeBareRoot({ folder, holds, packages }: BareRoot): void {
  if (existsSync(join(folder, holds))) return
  process.stderr.write(`Making a bare Debian in ${folder}...\n`)
  // Ours from the first moment; fails if somebody was faster.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 })
  const args = ['--variant=minbase', `--include=${packages}`, 'bookworm', folder]
  execFileSync('debootstrap', mirror === undefined ? args : [...args, mirror], {
    stdio: ['ignore', 2, 2],
  })
}
