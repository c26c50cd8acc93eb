// `npm run package`: makes one tarball a machine with everything that a bank installs, signed, and the same bytes for
// the same sources. Options: --key FILE, --arch x64|arm64|all, --out FOLDER; --new-key FILE makes a key. For a trial:
// --packages FOLDER with `node_modules` in place of npm, --level 1 for gzip.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fillBundle } from './fill-bundle.ts'
import { packBundle } from './pack-bundle.ts'
import { productionPackages } from './production-packages.ts'
import { makeReleaseKey, readReleaseKey, signFile } from './release-key.ts'
import { type Arch, archs } from './release-platform.ts'
import { say } from './say.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

const usage = `npm run package -- --new-key FILE             makes the signing key FILE and FILE.pub, outside of the tree
npm run package -- --key FILE                 makes the tarballs of both machines in data/var/releases
npm run package -- --key FILE --arch x64 --out FOLDER
`

/** Returns the exit status. */
function main(): number {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      'new-key': { type: 'string' },
      arch: { type: 'string', default: 'all' },
      out: { type: 'string', default: join(productDir, 'data/var/releases') },
      packages: { type: 'string' },
      level: { type: 'string', default: '6' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return say(usage, 0)
  if (values['new-key'] !== undefined) return newKey(resolve(values['new-key']))
  if (values.key === undefined) return say(usage, 2)
  const wanted = archs.filter((arch) => values.arch === 'all' || values.arch === arch)
  if (wanted.length === 0) return say(`--arch is x64, arm64 or all, not ${values.arch}\n`, 2)
  if (!existsSync(join(productDir, 'console/dist/index.html'))) {
    return say('The console is not built. Run: node scripts/prepare.js\n', 1)
  }
  mkdirSync(values.out, { recursive: true })
  const { key, out, packages } = values
  const order = { keyFile: resolve(key), out: resolve(out), packages, level: Number(values.level) }
  for (const arch of wanted) makeBundle(arch, order)
  return 0
}

interface Order {
  readonly keyFile: string
  readonly out: string
  readonly packages: string | undefined
  readonly level: number
}

function makeBundle(arch: Arch, { keyFile, out, level, ...given }: Order): void {
  const key = readReleaseKey(keyFile)
  const packages = given.packages ?? productionPackages(productDir, arch)
  const work = mkdtempSync(join(tmpdir(), 'svc-package-'))
  try {
    const name = fillBundle({ productDir, packages, arch, key, into: work })
    const file = join(out, `${name}.tar.gz`)
    packBundle({ folder: work, name, file, level })
    signFile(file, key)
    say(`${file}\n${file}.sig\n`, 0)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function newKey(file: string): number {
  if (`${dirname(file)}/`.startsWith(productDir)) {
    return say('Keep the key outside of the tree: name another folder.\n', 2)
  }
  makeReleaseKey(file)
  return say(`${file} signs releases: keep it offline.\n${file}.pub is what banks pin.\n`, 0)
}

if (import.meta.main) process.exitCode = main()
