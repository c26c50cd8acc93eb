// Writes the text of an export to stdout, or to the file of --out.

import { createHash } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'
import type { Io } from './io.ts'

/** Writes text, waiting for a slow reader; returns false once the reader is gone. */
export type Write = (text: string) => Promise<boolean>

const ownerOnly = 0o600

/** Wraps `writeText` and computes the SHA-256, in hex, of everything written. */
export function digesting(writeText: Write): { readonly write: Write; digest(): string } {
  const hash = createHash('sha256')
  return {
    write(text) {
      hash.update(text)
      return writeText(text)
    },
    digest: () => hash.digest('hex'),
  }
}

/**
 * Runs `work` with a function that writes. A file is readable by its owner only and gets its name once it is
 * complete, so that an interrupted export keeps the previous file.
 * @throws CommandError `usage` if the folder does not exist, or the file is a folder; whatever `work` throws; errors of
 * the file system
 */
export async function writeOut(
  io: Io,
  file: string | undefined,
  work: (write: Write) => Promise<void>,
): Promise<void> {
  if (file === undefined) {
    return work((text) => {
      io.out.write(text)
      return io.out.isTaken()
    })
  }
  await requireFolder(dirname(file))
  const existing = await stat(file).catch(absent)
  if (existing?.isDirectory()) {
    throw new CommandError('usage', `${file} is a folder. Name a file with --out.`)
  }
  if (existing && !existing.isFile()) return fill(file, 'w', work)
  // A symbolic link stays one: its target is replaced.
  const target = existing ? await realpath(file) : file
  const part = `${target}.part-${process.pid}`
  try {
    await fill(part, 'wx', work)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function requireFolder(folder: string): Promise<void> {
  const existing = await stat(folder).catch(absent)
  if (existing?.isDirectory()) return
  const what = existing ? 'is not a folder' : 'does not exist'
  throw new CommandError(
    'usage',
    `${folder} ${what}. Create the folder, or name another file with --out.`,
  )
}

async function fill(
  file: string,
  flag: 'w' | 'wx',
  work: (write: Write) => Promise<void>,
): Promise<void> {
  const handle = await open(file, flag, ownerOnly)
  try {
    await work(async (text) => {
      await handle.writeFile(text)
      return true
    })
  } finally {
    await handle.close()
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
