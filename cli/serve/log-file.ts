// Writes the program's log to a file and begins a new one when it is full: `svc.log`, then `svc.log.1` for the one
// before, and so on. A file that somebody else renames is begun anew with the next line.

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'

interface LogFileSettings {
  readonly path: string
  /** A file of this size is full. */
  readonly bytesMax: number
  /** How many files are kept, the current one included. */
  readonly filesMax: number
}

interface LogFile {
  /** Writes whole lines. It never throws: lines that cannot be written are counted, and the count is written later. */
  write(text: string): void
}

interface OpenFile {
  readonly descriptor: number
  readonly inode: number
  bytes: number
}

/** Others than the owner and the group may not read the log. */
const mode = 0o640

/**
 * @param lostLine makes the line that says how many lines are missing
 * @throws errors of the file system if the file cannot be opened now
 */
export function openLogFile(
  settings: LogFileSettings,
  lostLine: (count: number) => string,
): LogFile {
  const { path, bytesMax } = settings
  let current: OpenFile | undefined = open(path)
  let lost = 0

  function prepare(bytes: number): OpenFile {
    if (current !== undefined && !isStillAt(path, current)) close()
    current ??= open(path)
    if (current.bytes > 0 && current.bytes + bytes > bytesMax) {
      close()
      rotate(settings)
      current = open(path)
    }
    return current
  }

  function close(): void {
    const closing = current
    current = undefined
    if (closing !== undefined) closeSync(closing.descriptor)
  }

  function append(text: string): void {
    const bytes = Buffer.from(text)
    const file = prepare(bytes.length)
    let at = 0
    while (at < bytes.length) at += writeSync(file.descriptor, bytes, at)
    file.bytes += bytes.length
  }

  return {
    write(text) {
      try {
        append(lost === 0 ? text : `${lostLine(lost)}${text}`)
        lost = 0
      } catch {
        // What is opened anew ends a torn line first.
        close()
        // A full disk must not end the server; what is missing is said once there is room.
        lost += text.split('\n').length - 1
      }
    },
  }
}

function open(path: string): OpenFile {
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
  const descriptor = openSync(path, flags, mode)
  const stats = fstatSync(descriptor)
  const { ino, size } = stats
  const isTorn = stats.isFile() && size > 0 && !endsInLineBreak(path, size)
  if (isTorn) writeSync(descriptor, '\n')
  return { descriptor, inode: ino, bytes: isTorn ? size + 1 : size }
}

/** A process that was killed or a full disk may have left half a line. */
function endsInLineBreak(path: string, size: number): boolean {
  const descriptor = openSync(path, 'r')
  try {
    const last = Buffer.alloc(1)
    readSync(descriptor, last, 0, 1, size - 1)
    return last[0] === 0x0a
  } finally {
    closeSync(descriptor)
  }
}

function isStillAt(path: string, { inode }: OpenFile): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode
}

/** Renames each file to the next number and removes the one that is too many. */
function rotate({ path, filesMax }: LogFileSettings): void {
  const named = (number: number) => (number === 0 ? path : `${path}.${number}`)
  rmSync(named(filesMax - 1), { force: true })
  for (let number = filesMax - 2; number >= 0; number -= 1) {
    if (statSync(named(number), { throwIfNoEntry: false }))
      renameSync(named(number), named(number + 1))
  }
}
