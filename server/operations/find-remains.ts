// Finds what a data folder keeps of an appliance whose database is gone. Creating a new database there would hide the
// loss, and let the new one's sweep remove the images.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the first path that only a used appliance has; undefined if the folder is new. */
export function findRemains(dataDir: string): string | undefined {
  const files = ['svc.db-wal', 'audit-head', 'audit-heads-lost'].map((name) => join(dataDir, name))
  const images = join(dataDir, 'images')
  return [...files.filter(isThere), ...(hasContent(images) ? [images] : [])][0]
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function hasContent(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}
