// Where the text of an export goes: to whoever reads this command's output, or into the file of --out.

import { createHash } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from './command-error.ts'
import type { Io } from './io.ts'

/** Waits for a slow reader; false once nobody reads any more. */
export type Write = (text: string) => Promise<boolean>

const ownerOnly = 0o600

/** The same `write`, and the digest of all that went through it: SHA-256 in hex. */
export function digesting(plainly: Write): { readonly write: Write; digest(): string } {
  const hash = createHash('sha256')
  return {
    write(text) {
      hash.update(text)
      return plainly(text)
    },
    digest: () => hash.digest('hex'),
  }
}

/**
 * A file is readable by its owner alone and takes its name once it is whole: what was interrupted leaves
 * the one before as it was.
 * @throws CommandError `usage` where there is no folder for the file; whatever `work` throws, and errors of
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
  const found = await stat(file).catch(absent)
  if (found && !found.isFile()) return fill(file, 'w', work)
  // Through a link, so that it goes on being one.
  const target = found ? await realpath(file) : file
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
  const found = await stat(folder).catch(absent)
  if (found?.isDirectory()) return
  const what = found ? 'is no folder' : 'does not exist'
  throw new CommandError(
    'usage',
    `${folder} ${what}, so that nothing can be written there. Make the folder, or name another file with --out.`,
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
