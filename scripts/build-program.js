// Builds the program of `svc` into cli/dist if its sources, the packages or the settings of the build have changed.
// Runs before `npm start` and `npm test`; plain JavaScript, so that any Node can run it.

import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtProgram, programDir, sourcesFile } from '../cli/built-program.js'
import { runViteBuild } from './run-vite.js'

const productDir = fileURLToPath(new URL('..', import.meta.url))
/** On the same disk as the program, so that finished files can be renamed into place. */
const nextDir = join(programDir, 'next')
/** A server that runs loads some files of its own build when it first needs them. */
const oldFilesKeptMs = 24 * 60 * 60_000

/** Returns true also if the product folder has no settings of a build, as in a copy without scripts. */
export function isProgramBuilt() {
  return builtProgram() !== undefined || !existsSync(join(productDir, 'scripts/program.vite.js'))
}

/**
 * Builds the program beside the files of earlier builds, whose names differ.
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit status of the build
 */
export async function buildProgram(say) {
  const startedAt = performance.now()
  const status = await runViteBuild(nextDir, '--config', 'scripts/program.vite.js')
  if (status !== 0) return status
  const built = readdirSync(nextDir)
  removeOld(built)
  // Last what makes the rest be used: a start in between finds the old program, or runs the sources.
  const rank = (file) => ['main.js', sourcesFile].indexOf(file)
  for (const file of built.sort((one, other) => rank(one) - rank(other))) {
    renameSync(join(nextDir, file), join(programDir, file))
  }
  rmdirSync(nextDir)
  say(`Built the program in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return 0
}

function removeOld(built) {
  const kept = ['next', ...built]
  for (const file of readdirSync(programDir).filter((one) => !kept.includes(one))) {
    const ageMs = Date.now() - statSync(join(programDir, file)).mtimeMs
    if (ageMs > oldFilesKeptMs) rmSync(join(programDir, file))
  }
}
