// Remembers which files passed a check of single files, so that only changed ones are checked again. Plain JavaScript,
// like `check.js`.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** More are not named one by one: a command line has a limit, and most of the work is to do anyway. */
const namedMax = 200

/**
 * Chooses what to check: the files that have not passed as they are, under the same rules.
 * @param {string} folder a git work tree; elsewhere, everything is checked each time
 * @param {string} memory file that remembers what passed
 * @param {string[]} rules files that decide how a file is checked, the version of the checker among them
 * @returns {{ paths: string[], keepPassed: () => void }} what to check, `.` for everything, and what to call after it
 * passed
 */
export function filesToCheck(folder, memory, rules) {
  const digests = digestFiles(folder, rules)
  const passed = new Set(readLines(memory))
  const changed = [...digests].filter(([, digest]) => !passed.has(digest)).map(([path]) => path)
  const isAll = digests.size === 0 || changed.length > namedMax
  return {
    paths: isAll ? ['.'] : changed,
    keepPassed: () => keepDigests(memory, [...digests.values()], digestFiles(folder, rules)),
  }
}

/** A file that changed during the check may have passed with either content, so neither is kept. */
function keepDigests(memory, before, after) {
  const now = new Set(after.values())
  try {
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, before.filter((digest) => now.has(digest)).join('\n'))
  } catch {
    // The next check looks at more files; this one has passed.
  }
}

/** @returns {Map<string, string>} by path, a digest of the rules, the path and the content */
function digestFiles(folder, rules) {
  const ruled = rules.map((path) => readFileSync(join(folder, path), 'utf8')).join('\0')
  const digestOf = (path, content) =>
    createHash('sha256').update(`${ruled}\0${path}\0`).update(content).digest('base64')
  return new Map(
    listFiles(folder).flatMap((path) => {
      const content = readIfThere(join(folder, path))
      return content === undefined ? [] : [[path, digestOf(path, content)]]
    }),
  )
}

/** Returns what git knows or would add; nothing without git. */
function listFiles(folder) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  try {
    const stdio = ['ignore', 'pipe', 'ignore']
    const listed = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio })
    return listed.split('\0').filter((path) => path !== '')
  } catch {
    return []
  }
}

function readLines(file) {
  return readIfThere(file)?.toString('utf8').split('\n') ?? []
}

/**
 * A file that was deleted, or whose folder became a file; a link to a folder; a link that leads nowhere or to itself.
 */
const absent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP']

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    if (absent.includes(error.code)) return undefined
    throw error
  }
}
