// The checks of `npm test` beside the tests: format, lint and types. Plain JavaScript, like `check.js`.

import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesToCheck } from './passed-files.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
const isTerminal = process.stdout.isTTY === true
const outputBytesMax = 64 * 1024 * 1024
/** The compiler, in Go, keeps most of what it makes until its end: collecting rarely saves a quarter of its time. */
const compilerEnv = { GOGC: '800' }

/** What decides how Biome looks at a file. Each file is looked at alone: no rule that compares files is enabled. */
const biomeRules = [
  '.biome.json',
  '.gitignore',
  'package.json',
  'node_modules/@biomejs/biome/package.json',
  'scripts/quick-checks.js',
]
const biomePassed = join(productDir, 'node_modules/.cache/biome-passed.txt')

const typeChecks = [
  {
    name: 'Types',
    args: typesArgs('product'),
    fix: 'npm run typecheck',
  },
  {
    name: 'Types of the console',
    args: [...typesArgs('console'), '-p', 'console'],
    fix: 'npm run typecheck',
  },
]

/** The compiler keeps its results by the content of the files, errors included, so a changed file is checked again. */
function typesArgs(name) {
  const results = join(productDir, `node_modules/.cache/types/${name}.tsbuildinfo`)
  const incremental = ['--incremental', '--tsBuildInfoFile', results]
  // Several checkers of one program do some work twice, which pays only where processors would be idle.
  const checkers = ['--checkers', availableParallelism() > 4 ? '4' : '1']
  return [
    'node_modules/typescript/bin/tsc',
    '--pretty',
    String(isTerminal),
    ...incremental,
    ...checkers,
  ]
}

/** @returns {Promise<{ name: string, fix: string, passed: boolean, output: string }[]>} in parallel */
export function runQuickChecks() {
  return Promise.all([checkFormat(), ...typeChecks.map(runQuickCheck)])
}

async function checkFormat() {
  const { paths, keepPassed } = filesToCheck(productDir, biomePassed, biomeRules)
  const check = { name: 'Format and lint', args: biomeArgs(paths), fix: 'npm run format' }
  if (paths.length === 0) return { ...check, passed: true, output: '' }
  const done = await runQuickCheck(check)
  if (done.passed) keepPassed()
  return done
}

function biomeArgs(paths) {
  return [
    'node_modules/@biomejs/biome/bin/biome',
    'ci',
    '--config-path=.biome.json',
    // A changed picture is named, too.
    '--files-ignore-unknown=true',
    '--no-errors-on-unmatched',
    isTerminal ? '--colors=force' : '--colors=off',
    ...paths,
  ]
}

/** Keeps the output, which is worth a look only if the check fails. */
function runQuickCheck(check) {
  const env = { ...compilerEnv, ...process.env }
  const options = { cwd: productDir, maxBuffer: outputBytesMax, env }
  return new Promise((resolve) => {
    execFile(process.execPath, check.args, options, (error, stdout, stderr) => {
      resolve({ ...check, passed: error === null, output: stdout + stderr })
    })
  })
}
