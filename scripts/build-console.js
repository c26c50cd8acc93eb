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
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sourceState } from '../server/kernel/built-files.js'
import { runViteBuild } from './run-vite.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const sourceDir = join(productDir, 'console')
const builtDir = join(sourceDir, 'dist')
/** Holds the digest of the last complete build. */
const stampFile = join(builtDir, '.stamp')
/** On the same disk as `dist`, so that the finished build can be renamed into place. */
const nextDir = join(productDir, 'node_modules/.cache/svc-console')

/**
 * Remembers size and times of all sources of the last complete build, because reading them takes ten times as long, and
 * of their folders, which change with each file that is added.
 */
const seenFile = join(productDir, 'node_modules/.cache/svc-console-sources.json')

/** Smaller files are not compressed. */
const compressedBytesMin = 1024
const compressible = /\.(?:js|css|svg|json)$/

/** Returns true also if the product folder has no console sources. */
export function isConsoleBuilt() {
  if (!existsSync(join(sourceDir, 'index.html'))) return true
  if (!existsSync(stampFile)) return false
  const built = readFileSync(stampFile, 'utf8')
  if (built === digestSeen()) return true
  const sources = readSources()
  if (built !== digestOf(sources)) return false
  rememberSources(built, sources)
  return true
}

/** Returns the digest that was last remembered, if no source was added, removed or changed since. */
function digestSeen() {
  const seen = readSeen()
  if (seen === undefined) return undefined
  const isSame = ([path, state]) => sourceState(path) === state
  return Object.entries(seen.states).every(isSame) ? seen.digest : undefined
}

function readSeen() {
  try {
    return JSON.parse(readFileSync(seenFile, 'utf8'))
  } catch {
    return undefined
  }
}

function rememberSources(digest, { states }) {
  try {
    mkdirSync(dirname(seenFile), { recursive: true })
    writeFileSync(seenFile, JSON.stringify({ digest, states: Object.fromEntries(states) }))
  } catch {
    // A folder that is not ours to write: the sources are read again by the next start.
  }
}

/**
 * Builds the console and replaces the old build in one step, so that a running server never sees a partial build.
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit status of the build
 */
export async function buildConsole(say) {
  const startedAt = performance.now()
  const sources = readSources()
  rmSync(nextDir, { recursive: true, force: true })
  const status = await runViteBuild(nextDir, sourceDir)
  if (status !== 0) return status
  await Promise.all(filesBelow(nextDir).map((file) => compress(file)))
  writeFileSync(join(nextDir, '.stamp'), digestOf(sources))
  replaceBuilt()
  say(`Built the console in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return 0
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

/** Folders outside the console whose files its build reads without importing them by name. */
const readByBuild = ['data/guide', 'data/reference/checks', 'data/reference/words']

/**
 * Files that are sources wherever they are imported.
 * @param {(folder: string) => void} look called with each of their folders before it is listed
 */
function ownSources(look) {
  const folders = [sourceDir, ...readByBuild.map((folder) => join(productDir, folder))]
  const files = folders.flatMap((folder) => filesBelow(folder, (one) => look(inProduct(one))))
  return [...files.map(inProduct), 'package-lock.json', 'scripts/build-console.js']
}

function inProduct(path) {
  return relative(productDir, path)
}

/** Reads everything that a build depends on. */
function readSources() {
  const texts = new Map()
  const states = new Map()
  // Before it is listed or read, so that a change in between is noticed by the next start.
  const look = (path) => states.set(path, sourceState(path))
  const known = new Set(ownSources(look))
  for (const file of known) {
    look(file)
    const text = readFileSync(join(productDir, file))
    texts.set(file, text)
    for (const imported of importsOf(file, text)) known.add(imported)
  }
  return { texts, states }
}

function digestOf({ texts }) {
  const hash = createHash('sha256')
  for (const file of [...texts.keys()].sort()) {
    hash.update(`${file}\0`).update(texts.get(file)).update('\0')
  }
  return hash.digest('hex')
}

/** An import of values: types are erased, and packages are in the lock file. */
const relativeImport = /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|import\('(\.[^']+)'/gm

/** Returns the files outside console/ that a file imports, such as the server's closed lists and the shared labels. */
function importsOf(file, text) {
  if (!/\.tsx?$/.test(file)) return []
  return [...text.toString().matchAll(relativeImport)]
    .map(([, named, lazy]) => join(dirname(file), named ?? lazy))
    .filter((imported) => !imported.startsWith('console/'))
}

/** The built console, which is in the folder of its sources, is none of them. */
function filesBelow(folder, look = () => {}) {
  look(folder)
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return path === builtDir ? [] : filesBelow(path, look)
    return entry.isFile() ? [path] : []
  })
}
