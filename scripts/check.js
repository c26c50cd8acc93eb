// `npm test`: checks formatting and types in parallel, then runs all tests. With paths (`npm test -- test/unit`) it
// runs only the tests there. Plain JavaScript, because it may have to find a Node that runs TypeScript.

import { execFile } from 'node:child_process'
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, underRightNode } from '../cli/right-node.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))

const isTerminal = process.stdout.isTTY === true
const outputBytesMax = 64 * 1024 * 1024
/** Time limit of a group of tests, several times what a slow machine needs. */
const groupTimeoutMs = 20 * 60_000
/** Maximum temporary space of a whole run, browsers included. */
const tempBytesMax = 2 * 1024 ** 3
const failuresReporter = new URL('failures-reporter.js', import.meta.url).href

/** Checks that run before the tests. */
const quickChecks = [
  {
    name: 'Format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--config-path=.biome.json', '.'].concat(
      isTerminal ? '--colors=force' : '--colors=off',
    ),
    fix: 'npm run format',
  },
  {
    name: 'Types',
    args: ['node_modules/typescript/bin/tsc', '--pretty', String(isTerminal)],
    fix: 'npm run typecheck',
  },
  {
    name: 'Types of the console',
    args: ['node_modules/typescript/bin/tsc', '-p', 'console', '--pretty', String(isTerminal)],
    fix: 'npm run typecheck',
  },
]

/** The groups run in parallel, because tests mostly wait for disks, browsers and child processes. */
const groups = [
  { name: 'Interface', patterns: ['test/api/**/*.test.ts'] },
  { name: 'Pages in a browser, A to R', patterns: ['test/console/[a-r]*.test.ts'] },
  { name: 'Pages in a browser, S to Z', patterns: ['test/console/[s-z]*.test.ts'] },
  { name: 'Command line and killed servers', patterns: ['test/{cli,killed}/**/*.test.ts'] },
  {
    name: 'Everything else',
    patterns: ['test/*.test.ts', 'test/!(api|cli|console|killed)/**/*.test.ts'],
  },
]

await underRightNode(fileURLToPath(import.meta.url), async () => {
  const paths = process.argv.slice(2)
  process.exitCode = paths.length > 0 ? await runTestsAt(paths) : await checkEverything()
})

/** @returns {Promise<number>} exit status */
async function checkEverything() {
  const failed = (await Promise.all(quickChecks.map(runQuickCheck))).filter(
    (check) => !check.passed,
  )
  for (const { name, fix, output } of failed) {
    process.stdout.write(`${output}\n${name}: failed. To fix it or to check again: ${fix}\n`)
  }
  if (failed.length > 0) return 1
  process.stdout.write('Format, lint and types are correct. Running the tests.\n')
  return runGroups()
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

/** Shows the output of the first group at once, and that of the others at the end. */
async function runGroups() {
  const folder = makeTempFolder()
  const results = await Promise.all(
    groups.map(async ({ name, patterns }, index) => {
      const output = index > 0 ? join(folder, `${name}.txt`) : undefined
      const failures = join(folder, `${name}-failures.txt`)
      return { name, output, failures, status: await runGroup(patterns, output, failures, folder) }
    }),
  )
  for (const { name, output } of results) {
    if (output) process.stdout.write(`\n${name}:\n${readFileSync(output, 'utf8')}`)
  }
  // Repeats failures at the very end, where they are easy to find. A group that was killed reported nothing itself.
  for (const { name, status, failures } of results.filter((result) => result.status !== 0)) {
    const failureText = existsSync(failures) ? readFileSync(failures, 'utf8') : ''
    process.stdout.write(`\n${name}: failed (status ${status}).\n${failureText}`)
  }
  rmSync(folder, { recursive: true })
  return Math.max(...results.map(({ status }) => status))
}

/**
 * @param {string | undefined} output file for the output; undefined for the terminal
 * @param {string} failures file for the list of failed tests
 * @param {string} temp folder for temporary files of tests
 * @returns {Promise<number>} exit status
 */
async function runGroup(patterns, output, failures, temp) {
  const reporters = [
    ['--test-reporter=spec', '--test-reporter-destination=stdout'],
    [`--test-reporter=${failuresReporter}`, `--test-reporter-destination=${failures}`],
  ].flat()
  const args = [...reporters, ...patterns]
  if (output === undefined) return runTests(args, 'inherit', temp)
  const kept = openSync(output, 'w')
  const status = await runTests(args, ['ignore', kept, kept], temp)
  closeSync(kept)
  return status
}

async function runTestsAt(paths) {
  const missing = paths.filter((path) => !existsSync(join(productDir, path)))
  for (const path of missing) process.stderr.write(`no such file or folder: ${path}\n`)
  if (missing.length > 0) return 2
  const patterns = paths.map((path) => (isFolder(path) ? join(path, '**/*.test.ts') : path))
  return runTests(patterns, 'inherit')
}

/** Runs many test files in one process, because importing the product only once saves most of the time. */
async function runTests(flagsAndPatterns, stdio, temp = tmpdir()) {
  const isFlag = (one) => one.startsWith('--')
  const flags = flagsAndPatterns.filter(isFlag)
  const patterns = flagsAndPatterns.filter((one) => !isFlag(one))
  const args = [...flags, 'scripts/run-tests.js', ...patterns]
  const env = { ...process.env, TMPDIR: temp }
  const options = { cwd: productDir, stdio, timeout: groupTimeoutMs, env }
  return (await runProgram(process.execPath, args, options)).status
}

/** Shows the output only if the check fails. */
function runQuickCheck(check) {
  const options = { cwd: productDir, maxBuffer: outputBytesMax }
  return new Promise((resolve) => {
    execFile(process.execPath, check.args, options, (error, stdout, stderr) => {
      resolve({ ...check, passed: error === null, output: stdout + stderr })
    })
  })
}

function isFolder(path) {
  return statSync(join(productDir, path)).isDirectory()
}
