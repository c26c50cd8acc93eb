// The server's handle of one decoder process, which executes one order at a time. The process
// starts when it is first needed, ends after some idle time, and is killed when it takes too much
// time or memory; the next order starts a new one.

import { spawn } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { decoderAnswerBytesMax } from './decode-limits.ts'
import { type DecoderAnswer, type DecoderOrder, decoderAnswer } from './decoder-order.ts'
import { type Frame, frameParts, frameReader } from './frames.ts'

export interface DecoderLimits {
  /** Milliseconds from the start of the process until it is ready. */
  readonly startMsMax: number
  /**
   * Milliseconds for one order, wall clock; `decodeSecondsMax` stops libvips's own work much
   * earlier.
   */
  readonly orderMsMax: number
  /** Resident memory of the process in bytes. */
  readonly memoryBytesMax: number
  /** Idle milliseconds after which the process is ended. */
  readonly lingerMs: number
}

export const decoderLimits: DecoderLimits = {
  startMsMax: 20_000,
  orderMsMax: 60_000,
  memoryBytesMax: 768 * 1024 * 1024,
  lingerMs: 20_000,
}

export type DecoderFailure =
  /** The process ended by itself, most likely because of the image. */
  | 'crashed'
  /** Another process killed it: an operator, or the kernel short of memory. */
  | 'killed'
  | 'over_time'
  | 'over_memory'
  /** It could not be started, or a start failed and the wait before the next try is not over. */
  | 'not_started'
  /** It sent something that is not in the protocol. */
  | 'garbled'
  /** The server is stopping. */
  | 'closed'

export type DecoderResult =
  | { readonly kind: 'answered'; readonly answer: DecoderAnswer; readonly body: Buffer }
  | { readonly kind: 'failed'; readonly failure: DecoderFailure }

export interface Decoder {
  /**
   * Call it for one order at a time. Never throws; failures are returned. After an answer `bytes`
   * are not read any more; after a failure they may be.
   */
  run(order: DecoderOrder, bytes: Buffer): Promise<DecoderResult>
  /** Kills the process; the order under way fails as `closed`. */
  close(): void
}

const memoryWatchMs = 50
const heapMegabytesMax = 128
/**
 * A process that holds more than this after an order is not reused, because its memory fragments.
 */
const reusableBytesMax = 320 * 1024 * 1024
const backOffMsMin = 250
const backOffMsMax = 8_000

export function createDecoder(limits: DecoderLimits): Decoder {
  let program: Program | undefined
  let lingering: NodeJS.Timeout | undefined
  let backOffTimer: NodeJS.Timeout | undefined
  let backOffMs = backOffMsMin
  let closed = false

  /**
   * Doubles the wait before the next start each time, so that a decoder that cannot start does not
   * use up the machine.
   */
  function backOff(): void {
    backOffTimer = setTimeout(() => {
      backOffTimer = undefined
    }, backOffMs).unref()
    backOffMs = Math.min(backOffMsMax, backOffMs * 2)
  }

  async function start(): Promise<Program | DecoderFailure> {
    if (closed) return 'closed'
    if (program?.alive) return program
    if (backOffTimer !== undefined) return 'not_started'
    program = startProgram(limits.memoryBytesMax)
    const first = await program.next(limits.startMsMax)
    if (first.kind === 'answered' && first.answer.kind === 'ready') {
      backOffMs = backOffMsMin
      return program
    }
    program.end('not_started')
    if (closed) return 'closed'
    if (first.kind === 'failed' && first.failure === 'killed') return 'killed'
    backOff()
    return 'not_started'
  }

  function keepOrEnd(used: Program): void {
    if (used.memoryBytes() > reusableBytesMax) used.end('closed')
    else lingering = setTimeout(() => used.end('closed'), limits.lingerMs).unref()
  }

  return {
    async run(order, bytes) {
      clearTimeout(lingering)
      const started = await start()
      if (typeof started === 'string') return { kind: 'failed', failure: started }
      started.send(order, bytes)
      const result = await started.next(limits.orderMsMax)
      if (result.kind === 'answered' && !started.hasSentAll) {
        // It answered before it had read the image.
        started.end('garbled')
        return { kind: 'failed', failure: 'garbled' }
      }
      keepOrEnd(started)
      return result
    },
    close() {
      closed = true
      clearTimeout(lingering)
      clearTimeout(backOffTimer)
      program?.end('closed')
    },
  }
}

interface Program {
  readonly alive: boolean
  /** Whether nothing that was sent waits to be written. */
  readonly hasSentAll: boolean
  send(order: DecoderOrder, bytes: Buffer): void
  /**
   * Resolves with the next answer or a failure. Meanwhile the memory of the process is watched, and
   * the server's process is kept alive.
   */
  next(msMax: number): Promise<DecoderResult>
  memoryBytes(): number
  end(why: DecoderFailure): void
}

/** Signals that an image cannot cause. */
const externalSignals: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
])

const entry = fileURLToPath(new URL('./decoder-program.ts', import.meta.url))
const productDir = fileURLToPath(new URL('../..', import.meta.url))

function startProgram(memoryBytesMax: number): Program {
  const child = spawn(process.execPath, [...flags(), entry], {
    cwd: '/',
    // The server's environment is not passed on, because it may name or hold secrets.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let failure: DecoderFailure | undefined
  let settle: ((result: DecoderResult) => void) | undefined
  const end = (why: DecoderFailure) => {
    failure ??= why
    child.kill('SIGKILL')
    settle?.({ kind: 'failed', failure })
  }
  const readChunk = frameReader(decoderAnswerBytesMax, ({ head, body }: Frame) => {
    const answer = decoderAnswer.safeParse(head)
    if (!answer.success || settle === undefined) return end('garbled')
    settle({ kind: 'answered', answer: answer.data, body })
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
  // Pipes to a child process are sockets, which the types do not say.
  const pipes = [child.stdin, child.stdout] as unknown as readonly Socket[]
  const keepServerAlive = (isHeld: boolean) => {
    for (const one of [child, ...pipes]) isHeld ? one.ref() : one.unref()
  }
  keepServerAlive(false)
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
      const { promise, resolve } = Promise.withResolvers<DecoderResult>()
      settle = resolve
      keepServerAlive(true)
      const deadline = setTimeout(() => end('over_time'), msMax)
      const memoryWatch = setInterval(() => {
        if (memoryBytes() > memoryBytesMax) end('over_memory')
      }, memoryWatchMs)
      const result = await promise
      clearTimeout(deadline)
      clearInterval(memoryWatch)
      settle = undefined
      keepServerAlive(false)
      return result
    },
    memoryBytes,
    end,
  }
}

/** Allows native addons, because sharp is one, and reading the product's own code. */
function flags(): readonly string[] {
  const readable = [
    `${productDir}server/`,
    `${productDir}node_modules/`,
    `${productDir}package.json`,
  ]
  const real = realpathSync(`${productDir}node_modules`)
  return [
    '--expose-gc',
    '--permission',
    '--allow-addons',
    ...[...readable, `${real}/`].map((path) => `--allow-fs-read=${path}`),
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

/** Makes Linux kill the decoder, and not the server, when memory runs out. */
function preferForOomKill(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not Linux, or not allowed: the limits above still hold.
  }
}
