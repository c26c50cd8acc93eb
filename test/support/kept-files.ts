// Lists the files of a data folder whose server is running.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Replaced every two seconds under a name of its own, which may be gone before a test has read it. */
const inPassing = 'audit-head.new'

/** Returns the path of every file below the folder. */
export function keptFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== inPassing)
    .map((entry) => join(entry.parentPath, entry.name))
}
