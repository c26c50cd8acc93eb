// One decoder as the server sees it: a program of its own that does one order at a time. It is started
// when it is first needed, ended when it has had nothing to do for a while, and killed when it takes too
// much time or memory; the next order gets a new one.

import { spawn } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  answerBytesMax,
  type DecoderAnswer,
  type DecoderOrder,
  decoderAnswer,
} from './decoder-order.ts'
import { type Frame, frameParts, frameReader } from './frames.ts'

export interface DecoderLimits {
  /** From the start of the program until it is ready. */
  readonly startMsMax: number
  /** Of one order, wall clock; `decodeSecondsMax` ends what libvips itself notices much earlier. */
  readonly orderMsMax: number
  /** Resident memory of the program. */
  readonly memoryBytesMax: number
  /** Idle time after which the program is ended. */
  readonly lingerMs: number
}

export const decoderLimits: DecoderLimits = {
  startMsMax: 20_000,
  orderMsMax: 60_000,
  memoryBytesMax: 768 * 1024 * 1024,
  lingerMs: 20_000,
}

export type DecoderFailure =
  /** It ended by itself: most likely by what it was given. */
  | 'crashed'
  /** Somebody else killed it: an operator, or a kernel that was short of memory. */
  | 'killed'
  | 'over_time'
  | 'over_memory'
  /** It could not be started, or has just failed to and rests. */
  | 'not_started'
  /** It said what no decoder says. */
  | 'garbled'
  /** The server is stopping. */
  | 'closed'

export type DecoderResult =
  | { readonly kind: 'answered'; readonly answer: DecoderAnswer; readonly body: Buffer }
  | { readonly kind: 'failed'; readonly failure: DecoderFailure }

export interface Decoder {
  /** One at a time. Never throws: that a decoder fails is foreseen. */
  run(order: DecoderOrder, bytes: Buffer): Promise<DecoderResult>
  /** Kills the program; what it was doing fails as `closed`. */
  close(): void
}

const memoryLookMs = 50
const heapMegabytesMax = 128
/** After an order that left it this large, a program is not used again: memory falls apart with time. */
const keptBytesMax = 320 * 1024 * 1024
const restMsMin = 250
const restMsMax = 8_000

export function createDecoder(limits: DecoderLimits): Decoder {
  let program: Program | undefined
  let lingering: NodeJS.Timeout | undefined
  let resting: NodeJS.Timeout | undefined
  let restMs = restMsMin
  let closed = false

  /** The next start comes later each time, so that what cannot run does not eat the machine. */
  function rest(): void {
    resting = setTimeout(() => {
      resting = undefined
    }, restMs).unref()
    restMs = Math.min(restMsMax, restMs * 2)
  }

  async function start(): Promise<Program | DecoderFailure> {
    if (closed) return 'closed'
    if (program?.alive) return program
    if (resting !== undefined) return 'not_started'
    program = startProgram(limits.memoryBytesMax)
    const first = await program.next(limits.startMsMax)
    if (first.kind === 'answered' && first.answer.kind === 'ready') {
      restMs = restMsMin
      return program
    }
    program.end('not_started')
    if (closed) return 'closed'
    if (first.kind === 'failed' && first.failure === 'killed') return 'killed'
    rest()
    return 'not_started'
  }

  function leave(used: Program): void {
    if (used.memoryBytes() > keptBytesMax) used.end('closed')
    else lingering = setTimeout(() => used.end('closed'), limits.lingerMs).unref()
  }

  return {
    async run(order, bytes) {
      clearTimeout(lingering)
      const started = await start()
      if (typeof started === 'string') return { kind: 'failed', failure: started }
      started.send(order, bytes)
      const result = await started.next(limits.orderMsMax)
      leave(started)
      return result
    },
    close() {
      closed = true
      clearTimeout(lingering)
      clearTimeout(resting)
      program?.end('closed')
    },
  }
}

interface Program {
  readonly alive: boolean
  send(order: DecoderOrder, bytes: Buffer): void
  /** Its next answer, or why there is none; meanwhile its memory is watched, and it keeps us running. */
  next(msMax: number): Promise<DecoderResult>
  memoryBytes(): number
  end(why: DecoderFailure): void
}

/** Signals that no picture raises. */
const endedByOthers: ReadonlySet<NodeJS.Signals> = new Set([
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
    // Nothing of the server's: its environment may name or hold secrets.
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
  const hear = frameReader(answerBytesMax, ({ head, body }: Frame) => {
    const answer = decoderAnswer.safeParse(head)
    if (!answer.success || settle === undefined) return end('garbled')
    settle({ kind: 'answered', answer: answer.data, body })
  })
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      hear(chunk)
    } catch {
      end('garbled')
    }
  })
  child.stdin.on('error', () => {})
  child.once('error', () => end('not_started'))
  child.once('exit', (_code, signal) =>
    end(signal !== null && endedByOthers.has(signal) ? 'killed' : 'crashed'),
  )
  const memoryBytes = () => residentBytes(child.pid)
  offerToKernel(child.pid)
  // Pipes to a program are sockets, which the types do not say.
  const pipes = [child.stdin, child.stdout] as unknown as readonly Socket[]
  const hold = (isHeld: boolean) => {
    for (const one of [child, ...pipes]) isHeld ? one.ref() : one.unref()
  }
  hold(false)
  return {
    get alive() {
      return failure === undefined
    },
    send(order, bytes) {
      for (const part of frameParts(order, bytes)) child.stdin.write(part)
    },
    async next(msMax) {
      if (failure !== undefined) return { kind: 'failed', failure }
      const { promise, resolve } = Promise.withResolvers<DecoderResult>()
      settle = resolve
      hold(true)
      const deadline = setTimeout(() => end('over_time'), msMax)
      const look = setInterval(() => {
        if (memoryBytes() > memoryBytesMax) end('over_memory')
      }, memoryLookMs)
      const result = await promise
      clearTimeout(deadline)
      clearInterval(look)
      settle = undefined
      hold(false)
      return result
    },
    memoryBytes,
    end,
  }
}

/** Addons are what sharp is; what it needs to read is the product's own code. */
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

/** 0 where the system does not tell (it has no /proc), or the program is gone. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Where memory runs out all the same, Linux ends the decoder and not the server. */
function offerToKernel(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not Linux, or not allowed: the limits above still hold.
  }
}
