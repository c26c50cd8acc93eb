// Finds what is built of the product (scripts/build-program.js): the program of `svc`, and its workers, which are the
// programs and threads that a server starts. Each is a few files with their packages, which start in half the time of
// the sources. Plain JavaScript, because the launcher and scripts/prepare.js need it before Node can run TypeScript.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

/** The program imports its packages' data by their place, so it runs only here. */
export const programDir = join(productDir, 'cli/dist')

/** The program of `svc`, if it is built. */
export const mainProgram = join(programDir, 'main.js')

/** Holds the workers; those that may read named files alone read no other code of the product. */
export const workersDir = join(programDir, 'workers')

/**
 * Returns the file with the state of each source of a built file when that was built, by its path.
 * @param {string} built
 */
export function sourcesOf(built) {
  return built.replace(/\.js$/, '.sources.json')
}

/** Present in the folder of a release, whose files nobody edits. */
const releaseFile = join(productDir, 'release.json')

/** Returns the file to import, or undefined if there is none or a source has changed since it was built. */
export function builtProgram() {
  return isUsable(mainProgram) ? mainProgram : undefined
}

/**
 * Returns the file to run for a worker: the built one, or its source if there is none or a source has changed.
 * @param {string} source beside the file that starts it, such as `./read-thread.ts`
 * @param {string} from `import.meta.url` of that file
 * @returns {URL}
 */
export function workerFile(source, from) {
  const built = join(workersDir, `${basename(source, '.ts')}.js`)
  return isUsable(built) ? pathToFileURL(built) : new URL(source, from)
}

/** @param {string} built */
function isUsable(built) {
  return existsSync(built) && (existsSync(releaseFile) || areSourcesUnchanged(built))
}

/**
 * Whether no source has changed since a file was built.
 * @param {string} built
 * @param {typeof sourceState} stateOf
 */
export function areSourcesUnchanged(built, stateOf = sourceState) {
  let sources
  try {
    sources = JSON.parse(readFileSync(sourcesOf(built), 'utf8'))
  } catch {
    return false
  }
  return Object.entries(sources).every(([file, state]) => stateOf(file) === state)
}

/**
 * Size and times; the time of the last change of the file's entry cannot be set back.
 * @param {string} file or folder, relative to the product's folder
 * @returns {string | undefined} undefined if there is none
 */
export function sourceState(file) {
  // Joined by hand: `join` takes longer than looking at the file.
  const state = statSync(productDir + file, { throwIfNoEntry: false })
  return state && `${state.size} ${state.mtimeMs} ${state.ctimeMs}`
}
