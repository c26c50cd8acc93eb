// Moves image files into the folders of their days and makes the moves last. A move survives a power cut only when the
// folder is synced too, so moves of concurrent submissions share a sync.

import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../../kernel/has-code.ts'
import { syncFolder } from '../../kernel/sync.ts'

export const folderMode = 0o700

interface ImagePlaces {
  /** Resolves when the moves are on disk. `file` is relative, `day/name`. */
  move(files: readonly { readonly from: string; readonly file: string }[]): Promise<void>
}

interface Day {
  /** Resolves when the folder exists and its entry in the root folder is on disk. */
  readonly made: Promise<void>
  readonly sync: () => Promise<void>
}

export function imagePlaces(root: string): ImagePlaces {
  /** The days in use: one, and two around midnight. */
  const days = new Map<string, Day>()

  function openDay(path: string): Day {
    const known = days.get(path)
    if (known !== undefined) return known
    const day = { made: makeFolder(root, path), sync: sharedSync(path) }
    // A folder that could not be made is tried again by the next submission.
    day.made.catch(() => days.delete(path))
    if (days.size > 1) days.clear()
    days.set(path, day)
    return day
  }

  async function moveInto(path: string, from: string, to: string): Promise<void> {
    await openDay(path).made
    try {
      await rename(from, to)
    } catch (error) {
      if (!isMissing(error)) throw error
      // The sweep removes the empty folders of past days.
      days.delete(path)
      await openDay(path).made
      await rename(from, to)
    }
  }

  return {
    async move(files) {
      const paths = new Set<string>()
      for (const { from, file } of files) {
        const to = join(root, file)
        paths.add(dirname(to))
        await moveInto(dirname(to), from, to)
      }
      for (const path of paths) await openDay(path).sync()
    },
  }
}

async function makeFolder(root: string, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: folderMode })
  await syncFolder(root)
}

/** Callers that wait while a sync is under way share the next one, which begins after all of their moves. */
function sharedSync(path: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        running = syncFolder(path)
        return running
      })
    return next
  }
}

/** Whether an operation failed because a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT')
}
