// Records which functions of the server a process calls, and finds those that build a query and were called by none.
// Plain JavaScript, like `check.js` and `run-tests.js`, which use it.

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { untriedQueries } from './untried-queries.js'

const productDir = dirname(dirname(import.meta.dirname))
const serverUrl = pathToFileURL(`${productDir}/server/`).href
/** How Kysely's queries begin, and those written by hand. */
const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(?:<[^`]*>)?`/
/** What stands there is of one engine, and the tests about PostgreSQL's own are part of every `npm test`. */
const ofEngines = /^server\/db\/(?:sqlite|postgres)\//

/**
 * A function of a file of the server, from the first character of its text to that after the last.
 * @typedef {{ file: string, name: string, start: number, end: number, isCalled: boolean }} ServerFunction
 */

/** Call it before the server is loaded. Writes the functions that were loaded when the process ends. */
export function recordCalls(recordFile) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  // Without counts a function costs nothing more once it was called.
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  process.once('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      writeFileSync(recordFile, JSON.stringify(coverage.result.flatMap(functionsOf)))
    })
  })
}

/** @returns {ServerFunction[]} */
function functionsOf({ url, functions }) {
  if (!url.startsWith(serverUrl)) return []
  const file = fileURLToPath(url).slice(productDir.length + 1)
  return functions.map(({ functionName, ranges: [range] }) => ({
    file,
    name: functionName,
    start: range.startOffset,
    end: range.endOffset,
    isCalled: range.count > 0,
  }))
}

/**
 * @param {string[]} recordFiles of all processes
 * @param {Record<string, string[]>} [known] functions that need no call, by their files
 * @returns {{ uncalled: string[], needless: string[] }} file and name of each function that builds a query, that no
 * process
 *   called, and that is not known; and of each known one that was called or is gone
 */
export function findUncalledQueries(recordFiles, known = untriedQueries) {
  const recorded = recordFiles.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  const byFile = Map.groupBy(recorded, ({ file }) => file)
  const found = globSync('server/**/*.ts', { cwd: productDir })
    .filter((file) => !ofEngines.test(file))
    .sort()
    .flatMap((file) => uncalledIn(file, byFile.get(file)))
  const listed = Object.entries(known).flatMap(([file, names]) => named(file, names))
  return {
    uncalled: found.filter((one) => !listed.includes(one)),
    needless: listed.filter((one) => !found.includes(one)),
  }
}

/** @param {ServerFunction[] | undefined} functions undefined for a file that no process loaded */
function uncalledIn(file, functions) {
  const text = readFileSync(`${productDir}/${file}`, 'utf8')
  if (functions === undefined) return query.test(text) ? named(file, ['(never loaded)']) : []
  const called = new Set(functions.filter(({ isCalled }) => isCalled).map(keyOf))
  const uncalled = functions.filter((one) => !called.has(keyOf(one)))
  const outermost = uncalled.filter((one) => !uncalled.some((other) => holds(other, one)))
  const names = outermost
    .filter(({ start, end }) => query.test(text.slice(start, end)))
    .map(({ start, name }) => name || constantBefore(text.slice(0, start)))
  return named(file, names)
}

function named(file, names) {
  return [...new Set(names)].map((name) => `${file} ${name}`)
}

/** A query that is prepared is a function without a name of its own. */
function constantBefore(text) {
  return (
    text
      .match(/\bconst (\w+)(?=[^;]*$)/g)
      ?.at(-1)
      ?.slice('const '.length) ?? 'unnamed'
  )
}

function keyOf({ start, end }) {
  return `${start}-${end}`
}

function holds(outer, inner) {
  const isSame = outer.start === inner.start && outer.end === inner.end
  return !isSame && outer.start <= inner.start && outer.end >= inner.end
}
