// Runs before `npm start` and `npm test`: installs the packages of package-lock.json if they are missing or
// different, then builds the console and the program if they are outdated. Plain JavaScript without packages, for Node
// 18 or newer.

import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isRightNode, runProgram } from '../cli/right-node.js'
import { buildConsole, isConsoleBuilt } from './build-console.js'
import { buildProgram, isProgramBuilt } from './build-program.js'

const nodeMajorMin = 18
const productDir = fileURLToPath(new URL('..', import.meta.url))
const modulesDir = join(productDir, 'node_modules')
const lockfile = join(productDir, 'package-lock.json')
/** Holds the digest of the last lockfile that was installed completely. */
const stampFile = join(modulesDir, '.svc-lock')
/** Holds the id of the process that installs or builds. */
const lockFile = join(productDir, 'data/var/install.lock')
/** Where a newer Node is installed first, to run npm. */
const nodeDir = join(productDir, 'data/var/install-node')
/** npm's status where it found no version that fits, among others; what the system refuses has one of its own. */
const npmFailed = 1
/** npm unpacks a gigabyte: with room for it, collecting takes half of the time. */
const npmYoungMebibytesMax = 64
/** An older lock is ignored, even if a process has its id now. */
const lockAgeMsMax = 15 * 60_000

/** A folder that cannot be made on a read-only disk is ENOENT to Node. */
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'EDQUOT']

await prepare()

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
    return fail(
      `Node ${nodeMajorMin} or newer is needed to install; this is ${process.versions.node}`,
    )
  }
  if (isInstalled() && isConsoleBuilt() && isProgramBuilt()) return
  try {
    await takeLock()
    await installAndBuild()
  } catch (error) {
    if (!unwritable.includes(error.code)) throw error
    fail(
      `${error.path ?? productDir} cannot be written (${error.code}). Run this as the user to whom ${productDir} belongs, ` +
        'on a disk that can be written and has room',
    )
  }
}

async function installAndBuild() {
  try {
    // Another run may have done it while this one waited.
    if (!isInstalled() && !(await install())) return
    // Each build keeps one processor busy. One that throws leaves the lock to the other.
    const ends = await Promise.allSettled([
      isConsoleBuilt() || build('console', buildConsole),
      isProgramBuilt() || build('program', buildProgram),
    ])
    for (const { status, reason } of ends) if (status === 'rejected') throw reason
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function isInstalled() {
  if (readText(stampFile) === lockDigest()) return true
  if (!isSameAsInstalledByHand() || leftOut().length > 0) return false
  writeFileSync(stampFile, lockDigest())
  return true
}

/** Compares with npm's list of installed packages, which lacks optional packages for other machines. */
function isSameAsInstalledByHand() {
  const installed = parsePackages(join(modulesDir, '.package-lock.json'))
  if (installed === undefined) return false
  return Object.entries(parsePackages(lockfile) ?? {}).every(([path, wanted]) => {
    const present = installed[path]
    return path === '' || (present ? present.version === wanted.version : wanted.optional === true)
  })
}

/**
 * Returns the packages for this machine that npm left out, because the Node which runs it is too old for them: build
 * tools and the decoder of images among them. npm says nothing of it.
 */
function leftOut() {
  const installed = parsePackages(join(modulesDir, '.package-lock.json')) ?? {}
  const isForHere = ({ optional, os, cpu }) =>
    optional === true && os?.includes(process.platform) && cpu?.includes(process.arch)
  return Object.entries(parsePackages(lockfile) ?? {})
    .filter(([path, wanted]) => isForHere(wanted) && isOfThisLibc(wanted) && !installed[path])
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

function isOfThisLibc({ libc }) {
  if (libc === undefined) return true
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined
  return libc.includes(isGlibc ? 'glibc' : 'musl')
}

/** Returns whether the installation succeeded. */
async function install() {
  const startedAt = performance.now()
  say('Installing packages (first start only)...')
  const node = isRightNode() ? undefined : await fetchNode()
  if (process.exitCode || !(await runNpm(productDir, node))) return false
  rmSync(nodeDir, { recursive: true, force: true })
  const missing = leftOut()
  if (missing.length > 0) {
    return fail(
      `npm left out ${missing.join(', ')}. Remove ${modulesDir} and start again with Node 22.22 or newer`,
    )
  }
  writeFileSync(stampFile, lockDigest())
  say(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  return true
}

/**
 * Installs the Node of the lockfile alone, because npm leaves out packages for which the Node that runs it is too old.
 * @returns {Promise<string | undefined>} path of that Node; undefined if there is none for this machine, or it failed
 */
async function fetchNode() {
  const name = `node-${process.platform}-${process.arch}`
  const wanted = parsePackages(lockfile)?.[`node_modules/${name}`]
  if (wanted === undefined) return undefined
  const root = { name: 'svc-node', dependencies: { [name]: wanted.version } }
  const packages = { '': root, [`node_modules/${name}`]: { ...wanted, optional: undefined } }
  mkdirSync(nodeDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(nodeDir, 'package.json'), JSON.stringify(root))
  writeFileSync(
    join(nodeDir, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages }),
  )
  say(`Node ${process.versions.node} is too old for some of them: installing a newer one first...`)
  return (await runNpm(nodeDir)) ? join(nodeDir, 'node_modules', name, 'bin/node') : undefined
}

/**
 * @param {string} folder whose lockfile is installed
 * @param {string} [node] runs npm; the Node that npm itself chooses unless given
 * @returns {Promise<boolean>} whether it succeeded
 */
async function runNpm(folder, node) {
  // The lockfile names each package by its version and digest: what npm kept of one is as good as what it would fetch.
  const first = await npmCi(folder, node, ['--prefer-offline'])
  // A list of versions that npm kept may be older than a version of the lockfile.
  const isTooOld = first === npmFailed
  if (isTooOld) say('Trying again without what npm kept from earlier installations...')
  const status = isTooOld ? await npmCi(folder, node, []) : first
  if (status === 127) return fail('npm is not on the PATH; install it beside Node')
  if (status !== 0)
    return fail(`npm ci failed (status ${status}); see above${cacheAdvice()}`, status)
  return true
}

/** @returns {Promise<number>} the exit status */
async function npmCi(folder, node, flags) {
  const script = node === undefined ? undefined : npmScript()
  const { status } = await runProgram(
    script === undefined ? 'npm' : node,
    [
      ...(script === undefined ? [] : [`--max-semi-space-size=${npmYoungMebibytesMax}`, script]),
      ...['ci', '--ignore-scripts', '--include=dev', '--include=optional'],
      ...['--no-audit', '--no-fund', '--loglevel=error', ...flags],
    ],
    {
      cwd: folder,
      // To stderr: stdout belongs to the command that runs afterwards.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, PATH: pathWithoutModules() },
    },
  )
  return status
}

/** Returns the script behind `npm`, which any Node can run; undefined if it is something else. */
function npmScript() {
  const places = pathWithoutModules().split(delimiter)
  const found = [process.env.npm_execpath, ...places.map((place) => join(place, 'npm'))]
  return found.map(realPath).find((path) => path?.endsWith('npm-cli.js'))
}

function realPath(path) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/**
 * npm says of a cache that it cannot write only what the system said. Where npm itself runs this, it names its cache.
 */
function cacheAdvice() {
  const { npm_config_cache: cache = join(process.env.HOME ?? '/', '.npm') } = process.env
  if (canMake(cache)) return ''
  return `. npm cannot write its cache, ${cache}: set npm_config_cache to a folder of your own`
}

/** By the folder itself, or by the deepest one above it that is there. */
function canMake(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch (error) {
    return error.code === 'ENOENT' && folder !== dirname(folder) && canMake(dirname(folder))
  }
}

async function build(what, run) {
  const status = await run(say)
  if (status === 0) return
  say(
    `The ${what} cannot be built (status ${status}); see above. If packages are damaged: remove ${modulesDir} and start again.`,
  )
  process.exitCode = status
}

/** npm must not run under the Node in node_modules, which it may replace. */
function pathWithoutModules() {
  const places = (process.env.PATH ?? '').split(delimiter)
  return places.filter((place) => !place.includes('node_modules')).join(delimiter)
}

/** Waits until no other run of this script is active; takes over the lock of a run that died. */
async function takeLock() {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
  for (let tries = 0; !tryLock(); tries += 1) {
    if (tries === 0) say('Waiting for another run that prepares...')
    if (isLockStale()) rmSync(lockFile, { force: true })
    await pause(200)
  }
}

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isLockStale() {
  const holder = Number(readText(lockFile))
  if (holder > 0 && !isAlive(holder)) return true
  const writtenAt = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs
  return writtenAt !== undefined && Date.now() - writtenAt > lockAgeMsMax
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lockDigest() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex')
}

function parsePackages(file) {
  const text = readText(file)
  return text === undefined ? undefined : JSON.parse(text).packages
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(reason, status = 1) {
  say(`The packages cannot be installed: ${reason}.`)
  process.exitCode = status
  return false
}
