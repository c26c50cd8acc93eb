// `npm test`: formatting and types side by side, then every test. With paths (`npm test -- test/unit`)
// only the tests there. Plain JavaScript, because it may have to look for a Node that runs TypeScript.

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
/** Tests that hang are ended, and their lane has failed. Several times what a slow machine takes. */
const lastsMsMax = 20 * 60_000
/** Room that a whole run takes at most, with what its browsers keep. */
const tempBytesMax = 2 * 1024 ** 3
const failuresReporter = new URL('failures-reporter.js', import.meta.url).href

/** What is checked before the tests. */
const quickChecks = [
  {
    name: 'Format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--config-path=.biome.json', '.'].concat(
      isTerminal ? '--colors=force' : '--colors=off',
    ),
    mend: 'npm run format',
  },
  {
    name: 'Types',
    args: ['node_modules/typescript/bin/tsc', '--pretty', String(isTerminal)],
    mend: 'npm run typecheck',
  },
  {
    name: 'Types of the console',
    args: ['node_modules/typescript/bin/tsc', '-p', 'console', '--pretty', String(isTerminal)],
    mend: 'npm run typecheck',
  },
]

/** Side by side: tests wait for disks, browsers and child processes more than they compute. */
const lanes = [
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
  for (const { name, mend, output } of failed) {
    process.stdout.write(`${output}\n${name}: failed. To mend or to look again: ${mend}\n`)
  }
  if (failed.length > 0) return 1
  process.stdout.write('Format, lint and types are right. Running the tests.\n')
  return runLanes()
}

/** In memory where there is room: on a slow disk, most of the time would be waiting for folders that are gone at once. */
function makeTempFolder() {
  const inMemory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (!process.env.TMPDIR && bavail * bsize > tempBytesMax) {
      const folder = mkdtempSync(join(inMemory, 'svc-check-'))
      // Tests that become another user have to get through.
      chmodSync(folder, 0o711)
      return folder
    }
  } catch (error) {
    // Not Linux, or not for us to write to.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return mkdtempSync(join(tmpdir(), 'svc-check-'))
}

/** What the first lane says is shown at once, what the others say when it is over. */
async function runLanes() {
  const folder = makeTempFolder()
  const ends = await Promise.all(
    lanes.map(async ({ name, patterns }, index) => {
      const said = index > 0 ? join(folder, `${name}.txt`) : undefined
      const failures = join(folder, `${name}-failures.txt`)
      return { name, said, failures, status: await runLane(patterns, said, failures, folder) }
    }),
  )
  for (const { name, said } of ends) {
    if (said) process.stdout.write(`\n${name}:\n${readFileSync(said, 'utf8')}`)
  }
  // Last of all: a lane that was killed said nothing itself, and what failed is far above.
  for (const { name, status, failures } of ends.filter((end) => end.status !== 0)) {
    const told = existsSync(failures) ? readFileSync(failures, 'utf8') : ''
    process.stdout.write(`\n${name}: failed (status ${status}).\n${told}`)
  }
  rmSync(folder, { recursive: true })
  return Math.max(...ends.map(({ status }) => status))
}

/**
 * @param {string | undefined} said where what is said is kept; the terminal without it
 * @param {string} failures where what failed is told once more
 * @param {string} temp where tests make their folders
 * @returns {Promise<number>} exit status
 */
async function runLane(patterns, said, failures, temp) {
  const reporters = [
    ['--test-reporter=spec', '--test-reporter-destination=stdout'],
    [`--test-reporter=${failuresReporter}`, `--test-reporter-destination=${failures}`],
  ].flat()
  const args = [...reporters, ...patterns]
  if (said === undefined) return runTests(args, 'inherit', temp)
  const kept = openSync(said, 'w')
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

/** One process for many test files: importing the product once is most of the time that is saved. */
async function runTests(flagsAndPatterns, stdio, temp = tmpdir()) {
  const isFlag = (one) => one.startsWith('--')
  const flags = flagsAndPatterns.filter(isFlag)
  const patterns = flagsAndPatterns.filter((one) => !isFlag(one))
  const args = [...flags, 'scripts/run-tests.js', ...patterns]
  const env = { ...process.env, TMPDIR: temp }
  const options = { cwd: productDir, stdio, timeout: lastsMsMax, env }
  return (await runProgram(process.execPath, args, options)).status
}

/** Its output is kept back and shown only where the check fails. */
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
