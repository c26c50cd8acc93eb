// Makes the names in a folder durable: a new, renamed or removed file survives a power cut only once its folder is
// synced too.

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** @throws errors of the file system; some network mounts do not support it (EINVAL, ENOTSUP) */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The same for code that cannot wait. */
export function syncFolderNow(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
