// Builds the program of `svc` into cli/dist, and the workers of the server into a folder there, if their sources, the
// packages or the settings of the builds have changed. Runs before `npm start` and `npm test`; plain JavaScript, so
// that any Node can run it.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  areSourcesUnchanged,
  mainProgram,
  programDir,
  sourceState,
  sourcesOf,
  workersDir,
} from '../server/kernel/built-files.js'
import { runViteBuild } from './run-vite.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
/** On the same disk as the program, so that finished files can be renamed into place. */
const nextDir = join(programDir, 'next')
/** A server that runs loads some files of its own build when it first needs them. */
const oldFilesKeptMs = 24 * 60 * 60_000

/** Returns true also if the product folder has no settings of a build, as in a copy without scripts. */
export function isProgramBuilt() {
  if (!existsSync(join(productDir, 'scripts/program.vite.js'))) return true
  const workers = filesIn(workersDir).filter(
    (file) => file.endsWith('.js') && existsSync(sourcesOf(join(workersDir, file))),
  )
  const built = [mainProgram, ...workers.map((file) => join(workersDir, file))]
  const stateOf = rememberStates()
  return (
    workers.length > 0 &&
    built.every((file) => existsSync(file) && areSourcesUnchanged(file, stateOf))
  )
}

/** Looks at each source once, because most belong to several built files. */
function rememberStates() {
  const states = new Map()
  return (file) => {
    if (!states.has(file)) states.set(file, sourceState(file))
    return states.get(file)
  }
}

/**
 * Builds the program and the workers beside the files of earlier builds, whose names differ. Always both: the sources
 * of the program name the workers.
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit status of the build
 */
export async function buildProgram(say) {
  const startedAt = performance.now()
  const status =
    (await build('scripts/program.vite.js', programDir)) ||
    (await build('scripts/workers.vite.js', workersDir))
  if (status !== 0) return status
  say(`Built the program in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return 0
}

/** @returns {Promise<number>} the exit status */
async function build(settings, into) {
  const status = await runViteBuild(nextDir, '--config', settings)
  if (status !== 0) return status
  mkdirSync(into, { recursive: true })
  const built = filesIn(nextDir)
  removeOld(into, built)
  // Last what makes the rest be used: a start in between runs the sources.
  const rank = (file) => (file.endsWith('.json') ? 1 : 0)
  for (const file of built.sort((one, other) => rank(one) - rank(other))) {
    renameSync(join(nextDir, file), join(into, file))
  }
  rmdirSync(nextDir)
  return 0
}

function removeOld(folder, built) {
  for (const file of filesIn(folder).filter((one) => !built.includes(one))) {
    const ageMs = Date.now() - statSync(join(folder, file)).mtimeMs
    // The list of a worker that is gone names sources that may be gone too, so that all would seem changed for ever.
    if (file.endsWith('.sources.json') || ageMs > oldFilesKeptMs) rmSync(join(folder, file))
  }
}

/** Returns the names of the files in a folder, without those in folders there; none if it is missing. */
function filesIn(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
