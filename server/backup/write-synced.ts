// Writes a large file so that never much of it waits to be written: a file system such as ext4 writes what is waiting
// of every file before it finishes the sync of a commit of the server, which would wait for the whole file otherwise.

import { open } from 'node:fs/promises'

/** So much is written between two syncs, so twice as much waits at most. */
const syncBytes = 8 * 1024 * 1024

/**
 * Makes a new file, mode 0600; it is on disk at the end, its name once the folder is synced.
 * @param content whose pieces are good until the next but one is asked for
 */
export async function writeSynced(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    // A piece is written while the next is being made, and a stretch is synced while the next is being written.
    let writing: Promise<void> = Promise.resolve()
    let syncing: Promise<void> = Promise.resolve()
    let unsynced = 0
    for await (const piece of content) {
      await writing
      writing = handle.writeFile(piece)
      // The next await throws its error.
      writing.catch(() => {})
      unsynced += piece.length
      if (unsynced < syncBytes) continue
      unsynced = 0
      await Promise.all([writing, syncing])
      syncing = handle.datasync()
      syncing.catch(() => {})
    }
    await Promise.all([writing, syncing])
    await handle.sync()
  } finally {
    await handle.close()
  }
}
