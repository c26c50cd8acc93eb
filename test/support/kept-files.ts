// Lists the files of a data folder whose server is running.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Replaced every two seconds under a name with the node's id, which may be gone before a test has read it. */
const inPassing = /^audit-head\.\w+\.new$/

/** Returns the path of every file below the folder. */
export function keptFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !inPassing.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
