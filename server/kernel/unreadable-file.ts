// Says in words why a file that somebody named cannot be read.

import { statSync } from 'node:fs'
import { hasCode } from './has-code.ts'
import { describeRefusedPath } from './refused-path.ts'

/** The text is a sentence that names the path. `dataDir` as for `describeRefusedPath`. */
export function describeUnreadable(path: string, error: unknown, dataDir?: string): string {
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return `There is no file ${path}.`
  if (isFolder(path)) return `${path} is a folder, not a file.`
  return describeRefusedPath(error, dataDir) ?? `${path} cannot be read.`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
