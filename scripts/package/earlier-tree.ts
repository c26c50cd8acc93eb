// Makes the tree of an earlier commit with the packages and the console of that commit, so that a trial upgrades from
// what was really delivered then. npm takes the packages from its cache or from the network.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const archiveBytesMax = 1024 * 1024 * 1024

interface EarlierTree {
  readonly tree: string
  readonly version: string
}

/** @throws Error if git does not know the revision, or its packages cannot be installed */
export function makeEarlierTree(
  revision: string,
  { productDir, into }: { readonly productDir: string; readonly into: string },
): EarlierTree {
  mkdirSync(into, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', revision], {
    cwd: productDir,
    maxBuffer: archiveBytesMax,
    stdio: ['ignore', 'pipe', 2],
  })
  execFileSync('tar', ['-x', '-C', into], { input: archive, stdio: ['pipe', 2, 2] })
  execFileSync(process.execPath, ['scripts/prepare.js'], { cwd: into, stdio: ['ignore', 2, 2] })
  const { version } = JSON.parse(readFileSync(join(into, 'package.json'), 'utf8'))
  return { tree: into, version }
}
