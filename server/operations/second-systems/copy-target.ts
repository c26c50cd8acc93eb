// Writes the copy of the audit log to an append-only file or a FIFO. It never blocks on a FIFO: one without a reader
// throws, one without room takes fewer lines.

import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { appendSynced } from '../../audit/append-file.ts'
import { hasCode } from '../../kernel/has-code.ts'
import type { LogFields } from '../../kernel/log.ts'

export interface CopyTarget {
  /**
   * Appends lines, which end with a line break. Resolves with how many of them, from the first on, are on disk or
   * in the FIFO: fewer than all if a FIFO has no more room.
   * @throws errors of the file system: ENXIO and EPIPE for a FIFO without a reader
   */
  append(lines: readonly string[]): Promise<number>
  close(): Promise<void>
  /** Where the lines go, for the log. */
  readonly place: CopyPlace
}

type CopyPlace = Pick<LogFields, 'host' | 'port' | 'path'>

/** Checks the path before each write, so that after a renaming (log rotation) a new file is created. */
export function openCopyTarget(file: string): CopyTarget {
  let pipe: Pipe | undefined
  async function closePipe(): Promise<void> {
    const closing = pipe
    pipe = undefined
    await closing?.close()
  }
  return {
    async append(lines) {
      const stats = await statOf(file)
      if (stats === undefined || stats.isFile()) {
        await closePipe()
        await appendSynced(file, () => lines.join(''))
        return lines.length
      }
      if (pipe !== undefined && !pipe.isSame(stats)) await closePipe()
      pipe ??= await openPipe(file)
      return pipe.write(lines)
    },
    close: closePipe,
    place: { path: file },
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

interface Pipe {
  isSame(stats: Stats): boolean
  write(lines: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** Stays open while its reader is away, because a FIFO keeps unread data only while it is open. */
async function openPipe(file: string): Promise<Pipe> {
  const handle = await open(file, constants.O_WRONLY | constants.O_NONBLOCK)
  const { dev, ino } = await handle.stat()
  const writeWhole = wholeWriter(handle)
  return {
    isSame: (stats) => stats.dev === dev && stats.ino === ino,
    async write(lines) {
      let written = 0
      for (const { text, count } of chunksOf(lines)) {
        if (!(await writeWhole(text))) break
        written += count
      }
      return written
    },
    close: () => handle.close(),
  }
}

/** The writer resolves with false if there is no room. After a partly written line it first writes a line break. */
function wholeWriter(handle: FileHandle): (text: string) => Promise<boolean> {
  let isTorn = false
  return async (text) => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text)
    let at = 0
    while (at < bytes.length) {
      try {
        at += (await handle.write(bytes, at)).bytesWritten
      } catch (error) {
        if (at > 0) isTorn = true
        if (hasCode(error, 'EAGAIN')) return false
        throw error
      }
    }
    isTorn = false
    return true
  }
}

/** Writes up to this size plus a line break are atomic on a FIFO (PIPE_BUF of Linux). */
const bytesAtOnceMax = 4095

/** Groups lines into chunks of at most `bytesAtOnceMax`; a longer line is a chunk of its own. */
function chunksOf(lines: readonly string[]) {
  const chunks: { readonly text: string; readonly count: number }[] = []
  for (const line of lines) {
    const last = chunks.at(-1)
    const text = `${last?.text ?? ''}${line}`
    if (last === undefined || Buffer.byteLength(text) > bytesAtOnceMax) {
      chunks.push({ text: line, count: 1 })
    } else {
      chunks[chunks.length - 1] = { text, count: last.count + 1 }
    }
  }
  return chunks
}
