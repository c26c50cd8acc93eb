// Makes what is in a folder or a file durable. A new, renamed or removed file survives a power cut only once its folder
// is synced, too.

import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { hasCode } from './has-code.ts'

/** @throws errors of the file system; some network mounts do not support it (EINVAL, ENOTSUP) */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Leaves a folder that cannot be synced as it is. @throws errors of the file system, all others */
export async function syncFolderIfPossible(path: string): Promise<void> {
  try {
    await syncFolder(path)
  } catch (error) {
    if (!hasCode(error, 'EINVAL') && !hasCode(error, 'ENOTSUP')) throw error
  }
}

/**
 * Whichever process wrote the file: what it holds now survives a power cut then. Nothing is done if there is no file.
 * Blocks until the disk has it, so it is for commands.
 * @throws errors of the file system
 */
export function syncFileNow(path: string): void {
  try {
    const file = openSync(path, 'r')
    try {
      fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/**
 * Whenever the process or the machine stops, there is the old file or the new one. Which of them a power cut leaves is
 * certain once the folder is synced.
 * @throws errors of the file system
 */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const file = await open(`${path}.new`, 'w', mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

/**
 * Syncs a folder, or the content of a file, for code that cannot wait.
 * @throws errors of the file system; some network mounts do not support it for folders (EINVAL, ENOTSUP)
 */
export function syncNow(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
