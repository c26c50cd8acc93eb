// `npm test`: checks formatting and types beside the first tests. With paths (`npm test -- test/unit`) it
// runs only the tests there, with `--fast` only the quick ones, with `--long` those that are left out otherwise, with
// `--rest` all that `npm test` leaves out.
// Plain JavaScript, because it may have to find a Node that runs TypeScript.

import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, underRightNode } from '../cli/right-node.js'
import { laneFlags } from './lane-flags.js'
import { judgeQueries } from './postgres/judge-queries.js'
import { runQuickChecks } from './quick-checks.js'
import {
  fastGroups,
  groups,
  longGroups,
  onPostgres,
  postgresGroups,
  restGroups,
} from './test-groups.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/** Time limit of a group of tests, several times what a slow machine needs. */
const groupTimeoutMs = 15 * 60_000
/** The same of a single test: one that hangs fails, and those after it run. */
const testTimeoutMs = 6 * 60_000
/** Thousands of tests leave much garbage: with room for it from the start, they take a tenth less processor time. */
const youngMebibytes = 64
/** Maximum temporary space of a whole run, browsers included. */
const tempBytesMax = 2 * 1024 ** 3
/** Node keeps stripped and compiled modules here, for the programs that tests start and for the next run. */
const compileCache = join(productDir, 'node_modules/.cache/node-compile')
const usage = `npm test                 checks format and types, then runs all tests but long ones
npm test -- --fast       the same without browsers, killed servers and files that begin with "// Slow:"
npm test -- --long       runs only the files that begin with "// Long:" and the tests whose names end with "(long)",
                         without the checks
npm test -- --rest       runs what npm test leaves out: long tests, pages in more languages, themes and widths, and the
                         tests of stores, API and flows on PostgreSQL
npm test -- PATH...      runs only the tests in these files and folders, long ones too; --fast leaves out slow and
                         long files there
npm test -- --postgres [PATH...]  runs the tests of stores, API and flows, or those in PATH, on PostgreSQL;
                         long ones only with PATH. SVC_TEST_POSTGRES_BIN names a folder with initdb and postgres of
                         another version
npm test -- --help       prints this
`
const failuresReporter = new URL('failures-reporter.js', import.meta.url).href

/** A test waits for its disk, browser or child process for a part of its time. */
const groupsAtOnce = availableParallelism() * 2
/** Several servers, leases and kills are under a time limit, which a busier machine would miss. */
const restGroupsAtOnce = availableParallelism() + 1

await underRightNode(fileURLToPath(import.meta.url), async () => {
  process.exitCode = await run(process.argv.slice(2))
})

/** @returns {Promise<number>} exit status */
async function run(args) {
  const isOnPostgres = args.includes('--postgres')
  const paths = args.filter((one) => !one.startsWith('--'))
  const flags = args.filter((one) => one.startsWith('--') && one !== '--postgres')
  const isKnown = (flag) => ['--fast', '--long', '--rest', '--help'].includes(flag)
  const isRestOfSome = flags.includes('--rest') && (isOnPostgres || paths.length > 0)
  if (!flags.every(isKnown) || flags.length > 1 || isRestOfSome) {
    process.stderr.write(`At most one of these flags is taken, and --rest alone:\n${usage}`)
    return 2
  }
  if (flags.includes('--help')) process.stdout.write(usage)
  if (flags.includes('--help')) return 0
  const [lane] = flags
  if (wantsBrowser(paths, lane, isOnPostgres) && !(await hasChromium())) return 1
  if ((isOnPostgres || lane === '--rest') && !(await hasPostgres())) {
    process.stderr.write(
      'PostgreSQL 15 to 18 is missing. Install the package postgresql, or name a server in SVC_TEST_DATABASE_URL.\n',
    )
    return 2
  }
  if (paths.length > 0) return runTestsAt(paths, { lane, isOnPostgres })
  if (isOnPostgres)
    return runGroups(postgresGroups, lane ?? '--usual', { isWhole: lane === undefined })
  if (lane === '--rest')
    return runGroups(restGroups, '--usual', { atOnce: restGroupsAtOnce, isWhole: true })
  return lane === '--long' ? runGroups(longGroups, lane) : checkEverything(lane)
}

/** @returns {Promise<number>} exit status */
async function checkEverything(lane) {
  const stop = new AbortController()
  // Beside the tests, which leave a processor idle now and then; what fails here is told at once and ends them.
  const areCorrect = tellQuickChecks().then((answer) => {
    if (!answer) stop.abort()
    return answer
  })
  await compileProduct(stop)
  const chosen = lane === '--fast' ? fastGroups : groups
  const status = await runGroups(chosen, lane ?? '--usual', stop)
  return (await areCorrect) ? status : 1
}

/**
 * Once in a fresh clone: each of the groups that begin at once would strip and compile the product for itself. The
 * checks keep the other processors busy meanwhile. What cannot be loaded, the groups tell.
 */
async function compileProduct({ signal }) {
  if (existsSync(compileCache)) return
  await runNode(['test/support/running-appliance.ts'], 'ignore', { temp: tmpdir(), signal })
}

/** @returns {Promise<boolean>} whether format and types are correct; if not, why was written */
async function tellQuickChecks() {
  const failed = (await runQuickChecks()).filter((check) => !check.passed)
  for (const { name, fix, output } of failed) {
    process.stdout.write(`${output}\n${name}: failed. To fix it or to check again: ${fix}\n`)
  }
  if (failed.length === 0) process.stdout.write('Format, lint and types are correct.\n')
  return failed.length === 0
}

/** Whether some of the chosen tests open pages in a browser. */
function wantsBrowser(paths, lane, isOnPostgres) {
  if (isOnPostgres || lane === '--fast') return false
  return paths.length === 0 || paths.some((path) => /^(?:\.\/)?test(?:\/console\b|\/?$)/.test(path))
}

/** Tests that are left out for want of a browser would look like tests that passed. */
async function hasChromium() {
  const { findChromium, installChromium, howToInstallChromium } = await import('./chromium.ts')
  const say = (line) => process.stderr.write(`${line}\n`)
  if (findChromium() !== undefined || installChromium(say)) return true
  say(`No Chromium could be installed, so no page can be tested. ${howToInstallChromium}`)
  say('Tests that need none: npm test -- --fast')
  return false
}

async function hasPostgres() {
  if (process.env.SVC_TEST_DATABASE_URL) return true
  const { findBinaries } = await import('./postgres/local-server.ts')
  return findBinaries() !== undefined
}

/** Uses memory if there is room, because tests on a slow disk mostly wait for temporary folders. */
function makeTempFolder() {
  const inMemory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (!process.env.TMPDIR && bavail * bsize > tempBytesMax) {
      const folder = mkdtempSync(join(inMemory, 'svc-check-'))
      // Tests that switch to another user need access.
      chmodSync(folder, 0o711)
      return folder
    }
  } catch (error) {
    // Not Linux, or not writable.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return mkdtempSync(join(tmpdir(), 'svc-check-'))
}

/**
 * Shows the output of the first group at once, and that of the others at the end.
 * @param {string} lane flag of `run-tests.js` that chooses among the files of a group
 * @param {{ atOnce?: number, signal?: AbortSignal, isWhole?: boolean }} [how] with how many groups run at once, what
 * ends
 *   them all, and whether they call every query on PostgreSQL that any test calls there
 */
async function runGroups(chosen, lane, { atOnce = groupsAtOnce, signal, isWhole = false } = {}) {
  const folder = makeTempFolder()
  const waiting = [...chosen.entries()]
  const results = []
  const callsFiles = []
  const runOne = async ([index, group]) => {
    const output = index > 0 ? join(folder, `${index}.txt`) : undefined
    const failures = join(folder, `${index}-failures.txt`)
    const how = { lane, temp: folder, signal, ...group }
    if (isWhole && group.isOnPostgres) {
      how.callsFile = join(folder, `${index}-calls.json`)
      callsFiles.push(how.callsFile)
    }
    const status = await runGroup(output, failures, how)
    results[index] = { name: group.name, output, failures, status }
  }
  const beside = []
  const runThem = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (signal?.aborted) return
      const running = runOne(next)
      const [, group] = next
      if (group.waits) beside.push(running)
      else await running
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runThem))
  await Promise.all(beside)
  if (signal?.aborted) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    return 1
  }
  for (const { name, output } of results) {
    if (output) process.stdout.write(`\n${name}:\n${readFileSync(output, 'utf8')}`)
  }
  // Repeats failures at the very end, where they are easy to find. A group that was killed reported nothing itself.
  for (const { name, status, failures } of results.filter((result) => result.status !== 0)) {
    const failureText = existsSync(failures) ? readFileSync(failures, 'utf8') : ''
    process.stdout.write(`\n${name}: failed (status ${status}).\n${failureText}`)
  }
  const statuses = results.map(({ status }) => status)
  const untried = judgeQueries(callsFiles, statuses)
  process.stdout.write(untried)
  rmSync(folder, { recursive: true })
  return Math.max(untried === '' ? 0 : 1, ...statuses)
}

/**
 * @param {string | undefined} output file for the output; undefined for the terminal
 * @param {string} failures file for the list of failed tests
 * @param {{ patterns: string[], lane: string, temp: string, isOnPostgres?: boolean, signal?: AbortSignal, env?:
 * Record<string, string> }} how with the folder for temporary files of tests
 * @returns {Promise<number>} exit status
 */
async function runGroup(output, failures, how) {
  if (output === undefined) return runReported(failures, 'inherit', how)
  const kept = openSync(output, 'w')
  const status = await runReported(failures, ['ignore', kept, kept], how)
  closeSync(kept)
  return status
}

/** Lists the failed tests in a file besides. */
function runReported(failures, stdio, how) {
  const reporters = [
    ['--test-reporter=spec', '--test-reporter-destination=stdout'],
    [`--test-reporter=${failuresReporter}`, `--test-reporter-destination=${failures}`],
  ].flat()
  return runTests([...reporters, ...how.patterns], stdio, how)
}

async function runTestsAt(paths, how) {
  const missing = paths.filter((path) => !existsSync(join(productDir, path)))
  for (const path of missing) process.stderr.write(`no such file or folder: ${path}\n`)
  if (missing.length > 0) return 2
  const isFolder = (path) => statSync(join(productDir, path)).isDirectory()
  const patterns = paths.map((path) => (isFolder(path) ? join(path, '**/*.test.ts') : path))
  if (!how.isOnPostgres) return runTests(patterns, 'inherit', { ...how, temp: tmpdir() })
  // What lies in one folder of test/ has a process and a time limit of its own there.
  const groups = Map.groupBy(patterns, (pattern) => pattern.split('/').slice(0, 2).join('/'))
  return runGroups(
    [...groups].map(([name, its]) => ({
      ...onPostgres({ name, patterns: its }),
      // Read by run-tests.js and test/support/postgres.ts.
      env: { SVC_TEST_AGAIN: '1' },
    })),
    how.lane,
  )
}

/** Runs many test files in one process, because importing the product only once saves most of the time. */
function runTests(flagsAndPatterns, stdio, how) {
  const { lane } = how
  const isFlag = (one) => one.startsWith('--')
  const flags = flagsAndPatterns.filter(isFlag)
  const patterns = flagsAndPatterns.filter((one) => !isFlag(one))
  const program = ['scripts/run-tests.js', ...(lane ? [lane] : [])]
  const room = [
    `--min-semi-space-size=${youngMebibytes}`,
    `--max-semi-space-size=${youngMebibytes}`,
  ]
  const options = [`--test-timeout=${testTimeoutMs}`, ...room, ...laneFlags(lane)]
  return runNode([...flags, ...options, ...program, ...patterns], stdio, how)
}

async function runNode(args, stdio, how) {
  const { temp, signal, isOnPostgres = false, callsFile, env: more = {} } = how
  // Read by test/support/postgres.ts.
  const engine = isOnPostgres ? { SVC_TEST_ENGINE: 'postgres' } : {}
  // Read by run-tests.js.
  if (callsFile) engine.SVC_TEST_CALLS_FILE = callsFile
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...engine, ...more, TMPDIR: temp }
  // The tests of servers that are told to end take the milder signals for theirs.
  const killSignal = 'SIGKILL'
  const options = { cwd: productDir, stdio, timeout: groupTimeoutMs, killSignal, env, signal }
  return (await runProgram(process.execPath, args, options)).status
}
