// Builds the console's pages into console/dist if their sources, the packages or this script have changed. Runs
// before `npm start` and `npm test`; plain JavaScript, so that any Node can run it.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { installedNode, isRightNode, runProgram } from '../cli/right-node.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const sourceDir = join(productDir, 'console')
const builtDir = join(sourceDir, 'dist')
/** Holds the digest of the last complete build. */
const stampFile = join(builtDir, '.stamp')
/** On the same disk as `dist`, so that the finished build can be renamed into place. */
const nextDir = join(productDir, 'node_modules/.cache/svc-console')

/** Smaller files are not compressed. */
const compressedBytesMin = 1024
const compressible = /\.(?:js|css|svg|json)$/

/** Returns true also if the product folder has no console sources. */
export function isConsoleBuilt() {
  if (!existsSync(join(sourceDir, 'index.html'))) return true
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceDigest()
}

/**
 * Builds the console and replaces the old build in one step, so that a running server never sees a partial build.
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit status of the build
 */
export async function buildConsole(say) {
  const startedAt = performance.now()
  const digest = sourceDigest()
  rmSync(nextDir, { recursive: true, force: true })
  const { status } = await runVite()
  if (status !== 0) return status
  await Promise.all(filesBelow(nextDir).map((file) => compress(join(nextDir, file))))
  writeFileSync(join(nextDir, '.stamp'), digest)
  replaceBuilt()
  say(`Built the console in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return 0
}

function runVite() {
  const node = isRightNode() ? process.execPath : (installedNode() ?? process.execPath)
  const vite = join(productDir, 'node_modules/vite/bin/vite.js')
  const args = [vite, 'build', sourceDir, '--outDir', nextDir, '--emptyOutDir', '--logLevel=warn']
  // To stderr: stdout belongs to the command that runs afterwards.
  return runProgram(node, args, { cwd: productDir, stdio: ['ignore', 2, 2] })
}

/** Compresses at build time, so that the server need not do it per request. */
async function compress(file) {
  const bytes = readFileSync(file)
  if (!compressible.test(file) || bytes.length < compressedBytesMin) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  // In Node's threads, on all cores.
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

function replaceBuilt() {
  const oldDir = `${nextDir}-old`
  rmSync(oldDir, { recursive: true, force: true })
  mkdirSync(dirname(builtDir), { recursive: true })
  if (existsSync(builtDir)) renameSync(builtDir, oldDir)
  renameSync(nextDir, builtDir)
  rmSync(oldDir, { recursive: true, force: true })
}

/** Digest of everything that a build depends on. */
function sourceDigest() {
  const hash = createHash('sha256')
  const own = filesBelow(sourceDir).filter((file) => !file.startsWith('dist/'))
  const guide = filesBelow(join(productDir, 'data/guide')).map((file) => join('data/guide', file))
  const texts = withImported(own.map((file) => join('console', file)))
  for (const file of [...guide, 'package-lock.json', 'scripts/build-console.js']) {
    texts.set(file, readProduct(file))
  }
  for (const file of [...texts.keys()].sort()) {
    hash.update(`${file}\0`).update(texts.get(file)).update('\0')
  }
  return hash.digest('hex')
}

/** An import of values: types are erased, and packages are in the lock file. */
const relativeImport = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|import\('(\.[^']+)'/gm

/**
 * Returns the contents of these files, and of the files outside console/ that they import, such as the server's
 * closed lists and the shared labels.
 */
function withImported(files) {
  const known = new Set(files)
  const texts = new Map()
  for (const file of known) {
    const text = readProduct(file)
    texts.set(file, text)
    if (!/\.tsx?$/.test(file)) continue
    for (const [, named, lazy] of text.toString().matchAll(relativeImport)) {
      const imported = join(dirname(file), named ?? lazy)
      if (!imported.startsWith('console/')) known.add(imported)
    }
  }
  return texts
}

function readProduct(file) {
  return readFileSync(join(productDir, file))
}

/** Paths relative to `folder`, with slashes. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
}
