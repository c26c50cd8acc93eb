// Runs before `npm start` and `npm test`: installs the packages that package-lock.json names, when they
// are missing or others, then builds the console where it is stale. Plain JavaScript for any Node from 18
// on, without a package of its own.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../cli/right-node.js'
import { buildConsole, isConsoleBuilt } from './build-console.js'

const nodeMajorMin = 18
const productDir = fileURLToPath(new URL('..', import.meta.url))
const modulesDir = join(productDir, 'node_modules')
const lockfile = join(productDir, 'package-lock.json')
/** Holds the digest of the lockfile that was installed last, to the end. */
const stampFile = join(modulesDir, '.svc-lock')
/** Holds the number of the process that installs or builds. */
const turnFile = join(productDir, 'data/var/install.lock')
/** A turn that was taken longer ago is over, whatever process has its number now. */
const turnMsMax = 15 * 60_000

await prepare()

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
    return fail(
      `Node ${nodeMajorMin} or newer is needed to install; this is ${process.versions.node}`,
    )
  }
  if (isInstalled() && isConsoleBuilt()) return
  await takeTurn()
  try {
    // Whoever had the turn before may have done it already.
    if (!isInstalled() && !(await install())) return
    if (!isConsoleBuilt()) await build()
  } finally {
    rmSync(turnFile, { force: true })
  }
}

function isInstalled() {
  if (readText(stampFile) === lockDigest()) return true
  if (!isSameAsInstalledByHand()) return false
  writeFileSync(stampFile, lockDigest())
  return true
}

/** npm keeps a list of what it installed; it leaves out optional packages for other machines. */
function isSameAsInstalledByHand() {
  const installed = parsePackages(join(modulesDir, '.package-lock.json'))
  if (installed === undefined) return false
  return Object.entries(parsePackages(lockfile) ?? {}).every(([path, wanted]) => {
    const present = installed[path]
    return path === '' || (present ? present.version === wanted.version : wanted.optional === true)
  })
}

/** Whether all is there after it. */
async function install() {
  const startedAt = performance.now()
  say('Installing packages (first start only)...')
  const npmArgs = ['ci', '--ignore-scripts', '--include=dev', '--include=optional']
  const { status } = await runProgram(
    'npm',
    [...npmArgs, '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: productDir,
      // To stderr: the standard output belongs to what runs after this.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, PATH: pathWithoutModules() },
    },
  )
  if (status === 127) return fail('npm is not on the PATH; install it beside Node')
  if (status !== 0) return fail(`npm ci failed (status ${status}); see above`, status)
  writeFileSync(stampFile, lockDigest())
  say(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  return true
}

async function build() {
  const status = await buildConsole(say)
  if (status === 0) return
  say(`The console cannot be built (status ${status}); see above.`)
  process.exitCode = status
}

/** npm must not run under the Node in node_modules while it replaces it. */
function pathWithoutModules() {
  const places = (process.env.PATH ?? '').split(delimiter)
  return places.filter((place) => !place.includes('node_modules')).join(delimiter)
}

/** Waits until no other run of this program is at work; the turn of a run that died is taken over. */
async function takeTurn() {
  mkdirSync(dirname(turnFile), { recursive: true, mode: 0o700 })
  for (let tries = 0; !tryTurn(); tries += 1) {
    if (tries === 0) say('Waiting for another run that prepares...')
    if (isTurnForsaken()) rmSync(turnFile, { force: true })
    await pause(200)
  }
}

function tryTurn() {
  try {
    writeFileSync(turnFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isTurnForsaken() {
  const holder = Number(readText(turnFile))
  if (holder > 0 && !isAlive(holder)) return true
  const writtenAt = statSync(turnFile, { throwIfNoEntry: false })?.mtimeMs
  return writtenAt !== undefined && Date.now() - writtenAt > turnMsMax
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
