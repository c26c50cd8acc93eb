// Runs test files in this one process: `node scripts/run-tests.js [--usual|--fast|--long|--marked|--walks] GLOB...`,
// with Node's reporter flags before it; what matches `!GLOB` is left out. `--usual` leaves out files that begin with
// `// Long:` and the reason, `--fast` also those that begin with `// Slow:`; `--long` runs only the long ones,
// `--marked` those that hold single tests whose names end with `(long)`, `--walks` those that look at a page in each
// language. Which of their tests run is told to Node itself (lane-flags.js). On PostgreSQL (SVC_TEST_ENGINE=postgres)
// files that begin with `// SQLite only:`, or say so in the next line, are left out, too, and so are those that would
// be the same tests once more: files that say `// Not again on PostgreSQL:` there, because other files send their
// statements (not with SVC_TEST_AGAIN), and files that use no database of test/support/postgres.ts.
//
// Node's own runner tracks every promise through async hooks, to attribute stray errors to tests. With thousands of
// tests in one process that takes half of the time, so promises are not tracked here. A stray error still fails the
// run and is reported with its stack, but without the name of its test.

import { createHook } from 'node:async_hooks'
import { globSync, readFileSync } from 'node:fs'
import { createRequire, flushCompileCache } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lanes } from './lane-flags.js'

/** Several times what a slow machine needs. */
const closeMsMax = 60_000

/** The only one that reads which database is asked for. */
const engineFile = fileURLToPath(new URL('../test/support/postgres.ts', import.meta.url))
const testsDir = dirname(dirname(engineFile))

const loadNow = createRequire(import.meta.url)
// Set by check.js for groups on PostgreSQL.
const callsFile = process.env.SVC_TEST_CALLS_FILE
if (callsFile) loadNow('./postgres/called-functions.js').recordCalls(callsFile)
disablePromiseTracking()
// Imported here, because the runner enables its hooks when it is first used.
const { after, before, test } = await import('node:test')
const loaded = loadAll(filesFor(process.argv.slice(2)))
// All files are loaded before the first test runs: a test declared during another would become part of it.
before(() => loaded)
// Only now: Node calls it once no test is left, which is so as well while all that are loaded so far are left out.
loaded.then(() => after(endEvenIfSomethingIsOpen))

/**
 * After its last test, a process ends once nothing is open in it. What a test left open must not hold up a whole run.
 */
function endEvenIfSomethingIsOpen() {
  const limit = setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    process.stderr.write(
      `A test left something open: ${open}. This process ends ${closeMsMax} ms after its last test.\n`,
    )
    process.exit(1)
  }, closeMsMax)
  limit.unref()
}

/** Applies `trackPromises: false`, an option of single hooks, to all hooks that are enabled from now on. */
function disablePromiseTracking() {
  const own = createHook({ init() {} })
  const hooks = Object.getPrototypeOf(own)
  const option = Object.getOwnPropertySymbols(own).find(
    ({ description }) => description === 'kNoPromiseHook',
  )
  // Older versions of Node lack the option; their tests pass too, but take longer.
  if (option === undefined) return
  const { enable } = hooks
  hooks.enable = function enableWithoutPromises() {
    this[option] = true
    return enable.call(this)
  }
}

function filesFor(args) {
  const flag = args.find((one) => one.startsWith('--'))
  const lane = lanes[flag] ?? (() => true)
  const isOnPostgres = process.env.SVC_TEST_ENGINE === 'postgres'
  const patterns = args.filter((one) => one !== flag)
  const excluded = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  return globSync(
    patterns.filter((one) => !one.startsWith('!')),
    { exclude: excluded },
  )
    .sort()
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      if (!lane(text)) return false
      return !isOnPostgres || (!isOnSqliteAlone(text) && usesEngine(resolve(file)))
    })
}

function isOnSqliteAlone(text) {
  const [, mark] = /^(?:\/\/.*\n)?\/\/ (SQLite only|Not again on PostgreSQL):/.exec(text) ?? []
  return mark === 'SQLite only' || (mark !== undefined && !process.env.SVC_TEST_AGAIN)
}

/** Whether a file imports the engine's, itself or through other files of the tests. */
function usesEngine(file) {
  const reached = new Set([file])
  // A set's iteration meets what is added on the way.
  for (const path of reached) {
    if (path === engineFile) return true
    for (const [, imported] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const next = resolve(dirname(path), imported)
      if (next.startsWith(testsDir)) reached.add(next)
    }
  }
  return false
}

async function loadAll(files) {
  if (files.length === 0) {
    process.stderr.write('No test file matches.\n')
    process.exitCode = 2
  }
  for (const file of files) await load(resolve(file)).catch((error) => fail(file, error))
  // Now, so that the programs that tests start find it.
  flushCompileCache()
}

/** Loads synchronously if the file allows it, because an import costs some turns of the event loop. */
async function load(path) {
  try {
    loadNow(path)
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    await import(pathToFileURL(path).href)
  }
}

function fail(file, error) {
  test(`${file} can be loaded`, () => {
    throw error
  })
}
