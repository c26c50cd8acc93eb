// Where the copy of the audit log is written: a file that is only added to, or a FIFO that somebody reads. Neither
// is ever waited for: a FIFO without a reader, or without room, is told as such.

import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { appendSynced, hasCode } from '../audit/append-file.ts'

export interface CopyTarget {
  /**
   * Adds lines, each with its end. Returns how many of them, from the first on, are on the disk or with the reader:
   * fewer than all where a FIFO has no more room.
   * @throws errors of the file system: ENXIO and EPIPE where nobody reads a FIFO
   */
  append(lines: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** Looks at each turn what stands under the name, so that a file that was renamed is followed by a new one. */
export function openCopyTarget(file: string): CopyTarget {
  let pipe: Pipe | undefined
  async function closePipe(): Promise<void> {
    const closing = pipe
    pipe = undefined
    await closing?.close()
  }
  return {
    async append(lines) {
      const found = await statOf(file)
      if (found === undefined || found.isFile()) {
        await closePipe()
        await appendSynced(file, () => lines.join(''))
        return lines.length
      }
      if (pipe !== undefined && !pipe.isSame(found)) await closePipe()
      pipe ??= await openPipe(file)
      return pipe.write(lines)
    },
    close: closePipe,
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
}

interface Pipe {
  isSame(found: Stats): boolean
  write(lines: readonly string[]): Promise<number>
  close(): Promise<void>
}

/** Stays open while its reader comes and goes: what is in it unread is there for the next one only as long. */
async function openPipe(file: string): Promise<Pipe> {
  const handle = await open(file, constants.O_WRONLY | constants.O_NONBLOCK)
  const { dev, ino } = await handle.stat()
  const writeWhole = wholeWriter(handle)
  return {
    isSame: (found) => found.dev === dev && found.ino === ino,
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

/** False where there is no room. A line that had room for a part of it alone is closed by the end of a line. */
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

/** Up to this much goes into a FIFO as a whole or not at all (PIPE_BUF of Linux), with a line end before it. */
const bytesAtOnceMax = 4095

/** Lines together, as many as go in at once; a longer one stands alone. */
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
