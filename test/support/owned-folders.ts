// Folders of other users, for tests that run as root.

import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { tempFolder } from './temp-folder.ts'

export function openOwnedFolders(t: TestContext) {
  const folder = tempFolder(t)
  chmodSync(folder, 0o755)
  /** Makes a folder in it, and returns its path. */
  const made = (name: string, owner: number, mode: number): string => {
    const path = join(folder, name)
    mkdirSync(path)
    chownSync(path, owner, owner)
    chmodSync(path, mode)
    return path
  }
  return { folder, made }
}
