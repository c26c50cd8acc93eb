// An installation with releases beside it that are real in form and tiny in content, and signed bundles to upgrade to.

import { createHash, sign } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packBundle } from '../../../scripts/package/pack-bundle.ts'
import { makeReleaseKey, readReleaseKey, signFile } from '../../../scripts/package/release-key.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import type { ReleaseDescription } from '../../../server/upgrade/release-description.ts'
import { type Installation, install } from '../installation.ts'
import type { Ran } from '../memory-shell.ts'

const launcher = fileURLToPath(new URL('../../../cli/svc.js', import.meta.url))

/** Of this tree, whose code opens the data. */
export const presentMigrations: ReleaseDescription['migrations'] = migrations.map(
  ({ version, name, kind, rewrites = [] }) => ({ version, name, kind, rewrites: [...rewrites] }),
)

interface TinyRelease {
  readonly version: string
  /** What its `svc upgrade trial` does: open the data by the code of this tree, or fail. */
  readonly trial: 'works' | 'fails'
  readonly description?: Partial<ReleaseDescription>
}

export interface ReleaseScene extends Installation {
  /** Folder of the releases; 1.2.0 is in use. */
  readonly root: string
  readonly publicKey: string
  /** Makes a bundle, and returns its path. */
  bundle(release: TinyRelease): string
  /** `svc upgrade WORDS` or `svc rollback`, on these releases. */
  change(words: readonly string[]): Promise<Ran>
}

export async function installRelease(t: TestContext): Promise<ReleaseScene> {
  const installation = await install(t)
  const root = join(installation.folder, 'opt')
  const keyFile = join(installation.folder, 'release-key')
  makeReleaseKey(keyFile)
  writeRelease(join(root, '1.2.0'), { version: '1.2.0', trial: 'works' })
  symlinkSync('1.2.0', join(root, 'current'))
  const media = join(installation.folder, 'media')
  mkdirSync(media)
  return {
    ...installation,
    root,
    publicKey: `${keyFile}.pub`,
    bundle(release) {
      const name = `svc-${release.version}-linux-x64`
      const folder = join(media, name)
      writeRelease(folder, release)
      signList(folder, keyFile)
      const file = `${folder}.tar.gz`
      packBundle({ folder: media, name, file })
      signFile(file, readReleaseKey(keyFile))
      return file
    },
    change: (words) => installation.svc([...words, '--root', root]),
  }
}

function writeRelease(folder: string, { version, trial, description }: TinyRelease): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const works = `exec '${process.execPath}' '${launcher}' "$@"`
  const fails = "echo 'error: this migration fails half way' >&2; exit 1"
  writeFileSync(join(folder, 'bin/svc'), `#!/bin/sh\n${trial === 'works' ? works : fails}\n`)
  chmodSync(join(folder, 'bin/svc'), 0o755)
  const release: ReleaseDescription = {
    format: 1,
    version,
    platform: 'linux-x64',
    upgrades_from: '1.2.0',
    unpacked_bytes: 1_000,
    migrations: presentMigrations,
    settings: ['SVC_DATA_DIR', 'SVC_MASTER_KEY_FILE'],
    ...description,
  }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(release))
}

function signList(folder: string, keyFile: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const digestOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
  const list = Buffer.from(files.map((file) => `${digestOf(file)}  ${file}\n`).join(''))
  writeFileSync(join(folder, 'SHA256SUMS'), list)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, list, readReleaseKey(keyFile)))
}
