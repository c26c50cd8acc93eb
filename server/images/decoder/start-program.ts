// Starts a process that works on pictures for the server, without its environment and without rights: it may read the
// product's own code, and one file that is named, and load its native addons. Orders and answers are frames on its
// pipes.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { workersDir } from '../../kernel/built-files.js'
import { type Frame, frameParts, frameReader } from './frames.ts'

export type ProgramFailure =
  /** The process ended by itself, most likely because of the picture. */
  | 'crashed'
  /** Another process killed it: an operator, or the kernel short of memory. */
  | 'killed'
  | 'over_time'
  | 'over_memory'
  // The next three are said of a start, and of each order until the next try.
  /** It could not be started. */
  | 'not_started'
  /** It was not ready in time: the machine is overloaded or its disk is slow. The next start has more time. */
  | 'slow_start'
  /** It started, and said that it cannot work: a part of the product is missing or damaged. */
  | 'unavailable'
  /** It sent something that is not in the protocol. */
  | 'garbled'
  /** The server is stopping. */
  | 'closed'

export type ProgramResult<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly body: Buffer }
  | { readonly kind: 'failed'; readonly failure: ProgramFailure }

/** What the program is, and how its answers are understood. */
export interface ProgramKind<Answer> {
  /** File of the program. */
  readonly entry: () => URL
  /** Of its JavaScript; pictures and models come on top. */
  readonly heapMegabytesMax: number
  readonly answerBytesMax: number
  /** The one file that it may read beside the product's code: an absolute path. */
  readonly readableFile?: string
  /** Returns undefined for what is not in the protocol. */
  readonly parse: (head: unknown) => Answer | undefined
}

interface Program<Answer> {
  readonly alive: boolean
  /** Whether nothing that was sent waits to be written. */
  readonly hasSentAll: boolean
  send(order: object, bytes: Buffer): void
  /**
   * Resolves with the next answer or a failure. Meanwhile the memory of the process is watched, and
   * the server's process is kept alive.
   */
  next(msMax: number): Promise<ProgramResult<Answer>>
  memoryBytes(): number
  end(why: ProgramFailure): void
}

const memoryWatchMs = 50

/**
 * A third of the server's share of a busy processor: answers come before pictures, which can wait, but not so long that
 * a sound one runs out of time.
 */
const niceness = 5

/** Signals that a picture cannot cause. */
const externalSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
])

export function startProgram<Answer>(
  kind: ProgramKind<Answer>,
  memoryBytesMax: number,
): Program<Answer> {
  const entry = fileURLToPath(kind.entry())
  const child = spawn(process.execPath, [...flags(kind, entry), entry], {
    cwd: '/',
    // The server's environment is not passed on, because it may name or hold secrets.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let failure: ProgramFailure | undefined
  let settle: ((result: ProgramResult<Answer>) => void) | undefined
  const end = (why: ProgramFailure) => {
    failure ??= why
    child.kill('SIGKILL')
    settle?.({ kind: 'failed', failure })
  }
  const readChunk = frameReader(kind.answerBytesMax, ({ head, body }: Frame) => {
    const answer = kind.parse(head)
    if (answer === undefined || settle === undefined) return end('garbled')
    settle({ kind: 'answered', answer, body })
  })
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      readChunk(chunk)
    } catch {
      end('garbled')
    }
  })
  child.stdin.on('error', () => {})
  child.once('error', () => end('not_started'))
  child.once('exit', (_code, signal) =>
    end(signal !== null && externalSignals.has(signal) ? 'killed' : 'crashed'),
  )
  const memoryBytes = () => residentBytes(child.pid)
  preferForOomKill(child.pid)
  yieldToServer(child.pid)
  keepServerAlive(child, false)
  return {
    get alive() {
      return failure === undefined
    },
    get hasSentAll() {
      return child.stdin.writableLength === 0
    },
    send(order, bytes) {
      for (const part of frameParts(order, bytes)) child.stdin.write(part)
    },
    async next(msMax) {
      if (failure !== undefined) return { kind: 'failed', failure }
      const { promise, resolve } = Promise.withResolvers<ProgramResult<Answer>>()
      settle = resolve
      keepServerAlive(child, true)
      const deadline = setTimeout(() => end('over_time'), msMax)
      const memoryWatch = setInterval(() => {
        if (memoryBytes() > memoryBytesMax) end('over_memory')
      }, memoryWatchMs)
      const result = await promise
      clearTimeout(deadline)
      clearInterval(memoryWatch)
      settle = undefined
      keepServerAlive(child, false)
      return result
    },
    memoryBytes,
    end,
  }
}

function keepServerAlive(child: ChildProcessByStdio<Writable, Readable, null>, isHeld: boolean) {
  // Pipes to a child process are sockets, which the types do not say.
  const pipes = [child.stdin, child.stdout] as unknown as readonly Socket[]
  for (const one of [child, ...pipes]) isHeld ? one.ref() : one.unref()
}

type Limits = Pick<ProgramKind<unknown>, 'heapMegabytesMax' | 'readableFile'>

const productDir = fileURLToPath(new URL('../../..', import.meta.url))

function flags({ heapMegabytesMax, readableFile }: Limits, entry: string): readonly string[] {
  const built = `${workersDir}/`
  const readable = [
    entry.startsWith(built) ? built : `${productDir}server/`,
    `${productDir}node_modules/`,
    `${productDir}package.json`,
    `${realpathSync(`${productDir}node_modules`)}/`,
    ...(readableFile === undefined ? [] : [readableFile]),
  ]
  return [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMegabytesMax}`,
  ]
}

/** Returns 0 where there is no /proc or the process is gone. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Makes Linux kill the program, and not the server, when memory runs out. */
function preferForOomKill(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not Linux, or not allowed: the limits above still hold.
  }
}

function yieldToServer(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The process is gone already, or the service's sandbox forbids it: the kernel then shares evenly.
  }
}
