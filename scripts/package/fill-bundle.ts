// Fills the folder of a release: the product, its packages, Node, the guide, licences, the list of materials, what
// `svc upgrade check` reads, and the checksums with their signature.

import { execFileSync } from 'node:child_process'
import { createHash, type KeyObject, sign } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readShipment } from '../supply/lockfile.ts'
import { sbomOf } from '../supply/sbom.ts'
import { describeRelease } from './describe-release.ts'
import { pruneModules } from './prune-modules.ts'
import { type Arch, elfMachines } from './release-platform.ts'

interface Filling {
  readonly productDir: string
  /** Holds `node_modules` of that machine. */
  readonly packages: string
  readonly arch: Arch
  readonly key: KeyObject
  /** An empty folder, in which the folder of the release is made. */
  readonly into: string
}

/** Folders and files of the product that run or are read on a server. */
const shipped = [
  'cli',
  'server',
  'console/dist',
  'data/README.md',
  'data/guide',
  'data/reference',
  'scripts/monitoring',
  'scripts/package/Dockerfile',
  'scripts/package/compose.yaml',
  'scripts/deploy',
  'package.json',
  'README.md',
]

const here = fileURLToPath(new URL('.', import.meta.url))

/** Returns the name of the folder. @throws Error if a native file is for another machine */
export function fillBundle({ productDir, packages, arch, key, into }: Filling): string {
  const { version } = JSON.parse(readFileSync(join(productDir, 'package.json'), 'utf8'))
  const name = `svc-${version}-linux-${arch}`
  const folder = join(into, name)
  mkdirSync(folder)
  const built = join(productDir, 'cli/dist')
  const filter = (path: string) => path !== built
  for (const path of shipped) {
    cpSync(join(productDir, path), join(folder, path), { recursive: true, filter })
  }
  build(productDir, 'scripts/program.vite.js', join(folder, 'cli/dist'))
  build(productDir, 'scripts/workers.vite.js', join(folder, 'cli/dist/workers'))
  cpSync(join(packages, 'node_modules'), join(folder, 'node_modules'), { recursive: true })
  moveRuntime(folder, arch)
  pruneModules(join(folder, 'node_modules'), arch)
  addText(folder, 'sbom.json', `${JSON.stringify(sbomOf(readShipment()), undefined, 2)}\n`)
  copyFileSync(join(folder, 'data/reference/third-party-licences.md'), join(folder, 'LICENCES.md'))
  addProgram(folder, 'install.sh', 'install.sh')
  addProgram(folder, 'svc.sh', 'bin/svc')
  assertMachine(folder, arch)
  const bytes = filesBelow(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
  const description = describeRelease({ arch, unpackedBytes: bytes })
  addText(folder, 'release.json', `${JSON.stringify(description, undefined, 2)}\n`)
  addChecksums(folder, key)
  return name
}

/** Built anew, because the folder of a checkout also holds files of earlier builds, and the times of its sources. */
function build(productDir: string, settings: string, into: string): void {
  const vite = join(productDir, 'node_modules/vite/bin/vite.js')
  const flags = ['--config', settings, '--outDir', into, '--emptyOutDir', '--logLevel=warn']
  execFileSync(process.execPath, [vite, 'build', ...flags], {
    cwd: productDir,
    stdio: ['ignore', 2, 2],
  })
  for (const file of readdirSync(into)) {
    if (file.endsWith('.sources.json')) rmSync(join(into, file))
  }
}

function moveRuntime(folder: string, arch: Arch): void {
  const from = join(folder, `node_modules/node-linux-${arch}`)
  mkdirSync(join(folder, 'runtime/bin'), { recursive: true })
  copyFileSync(join(from, 'bin/node'), join(folder, 'runtime/bin/node'))
  chmodSync(join(folder, 'runtime/bin/node'), 0o755)
  copyFileSync(join(from, 'LICENSE'), join(folder, 'runtime/LICENSE'))
  rmSync(from, { recursive: true })
}

/** @throws Error if a program or library is not for this machine */
function assertMachine(folder: string, arch: Arch): void {
  const natives = filesBelow(folder).filter(
    (file) => file === 'runtime/bin/node' || /\.node$|\.so(?:\.[\d.]+)?$/.test(file),
  )
  const foreign = natives.filter((file) => machineOf(join(folder, file)) !== elfMachines[arch])
  if (foreign.length > 0) throw new Error(`not for ${arch}: ${foreign.join(', ')}`)
  for (const part of [
    'better-sqlite3',
    '@img/',
    '@node-rs/argon2',
    'onnxruntime-node',
    'runtime/',
  ]) {
    if (!natives.some((file) => file.includes(part))) throw new Error(`no native file of ${part}`)
  }
}

/** Reads the machine from the header of an ELF file. */
function machineOf(file: string): number | undefined {
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, header)
  closeSync(descriptor)
  return header.toString('latin1', 1, 4) === 'ELF' ? header.readUInt16LE(18) : undefined
}

/** Lists every file with its SHA-256, as `sha256sum -c` reads it. */
function addChecksums(folder: string, key: KeyObject): void {
  const lines = filesBelow(folder).map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    return `${digest}  ${file}\n`
  })
  addText(folder, 'SHA256SUMS', lines.join(''))
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(lines.join('')), key))
}

/** Sorted by their bytes. @throws Error for a link, which an installation must not follow */
function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link !== undefined) throw new Error(`${join(link.parentPath, link.name)} is a link`)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((one, other) => (one < other ? -1 : 1))
}

function addProgram(folder: string, from: string, to: string): void {
  mkdirSync(join(folder, to, '..'), { recursive: true })
  if (!existsSync(join(here, from))) throw new Error(`${from} is missing`)
  copyFileSync(join(here, from), join(folder, to))
  chmodSync(join(folder, to), 0o755)
}

function addText(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text)
}
