// The server's handle of the process that reads zones: one picture at a time, killed when it takes too long, ended
// after idle minutes so that its memory is given back.

import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { frameParts, frameReader } from '../images/frames.ts'
import { type MrzProgramAnswer, mrzProgramAnswer } from './mrz-order.ts'
import type { MrzAnswer, MrzReader } from './mrz-reading.ts'
import { parseMrz } from './parse-mrz.ts'

interface MrzReaderOptions {
  readonly today: () => Date
  /** Idle milliseconds after which the process is ended. */
  readonly lingerMs?: number
  /** Milliseconds for one picture. */
  readonly pictureMsMax?: number
  /** The program, where it is not the product's own. */
  readonly entry?: string
}

const startMsMax = 20_000
const heapMegabytesMax = 256
const ownEntry = fileURLToPath(new URL('./mrz-program.ts', import.meta.url))
const productDir = fileURLToPath(new URL('../..', import.meta.url))

const reasons: Readonly<Record<string, string>> = {
  model_damaged: 'The model that reads documents is damaged. Install the product again.',
  model_missing:
    'The model or the runtime that reads documents is missing. Install the product again.',
}

/** Nothing is started before the first picture. */
export function openMrzReader(options: MrzReaderOptions): MrzReader {
  const { today, lingerMs = 120_000, pictureMsMax = 3_000, entry = ownEntry } = options
  let program: Program | undefined
  let missing: string | undefined
  let lingering: NodeJS.Timeout | undefined
  let isClosed = false
  let turn: Promise<unknown> = Promise.resolve()

  async function started(): Promise<Program | MrzAnswer> {
    if (program?.isAlive()) return program
    program = startProgram(entry)
    const first = await program.next(startMsMax)
    missing = undefined
    if (first?.kind === 'ready') return program
    program.end()
    if (first?.kind !== 'unavailable') return { failure: 'failed' }
    missing = reasons[first.reason] ?? first.reason
    return { failure: 'unavailable' }
  }

  async function readOne(picture: Uint8Array): Promise<MrzAnswer> {
    if (isClosed) return { failure: 'failed' }
    clearTimeout(lingering)
    const running = await started()
    if (!('next' in running)) return running
    const year = today().getUTCFullYear()
    running.send({ year }, Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))
    const began = performance.now()
    const answer = await running.next(pictureMsMax)
    if (isClosed) return { failure: 'failed' }
    lingering = setTimeout(() => running.end(), lingerMs).unref()
    if (answer === undefined) {
      return { failure: performance.now() - began >= pictureMsMax ? 'over_time' : 'failed' }
    }
    return readingOf(answer, year)
  }

  return {
    read(picture) {
      const result = turn
        .then(() => readOne(picture))
        .catch((): MrzAnswer => ({ failure: 'failed' }))
      turn = result
      return result
    },
    state: () => (missing === undefined ? { isReady: true } : { isReady: false, reason: missing }),
    close() {
      isClosed = true
      clearTimeout(lingering)
      program?.end()
    },
  }
}

function readingOf(answer: MrzProgramAnswer, year: number): MrzAnswer {
  if (answer.kind === 'no_zone') return { verdict: 'no_zone' }
  if (answer.kind !== 'read') return { failure: 'failed' }
  const { verdict, lines, zone, confidence } = answer
  return { verdict, lines, document: parseMrz(lines, { year }), zone, confidence }
}

interface Program {
  isAlive(): boolean
  send(head: object, body: Buffer): void
  /** Resolves with the next answer, or undefined after `msMax` or when the process is gone. */
  next(msMax: number): Promise<MrzProgramAnswer | undefined>
  end(): void
}

function startProgram(entry: string): Program {
  const child = spawn(process.execPath, [...flags(), entry], {
    cwd: '/',
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let isOver = false
  let settle: ((answer: MrzProgramAnswer | undefined) => void) | undefined
  const end = () => {
    isOver = true
    child.kill('SIGKILL')
    settle?.(undefined)
  }
  const readChunk = frameReader(0, ({ head }) => {
    const answer = mrzProgramAnswer.safeParse(head)
    if (answer.success) settle?.(answer.data)
    else end()
  })
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      readChunk(chunk)
    } catch {
      end()
    }
  })
  child.stdin.on('error', () => {})
  child.once('error', end)
  child.once('exit', end)
  return {
    isAlive: () => !isOver,
    send(head, body) {
      for (const part of frameParts(head, body)) child.stdin.write(part)
    },
    async next(msMax) {
      if (isOver) return undefined
      const { promise, resolve } = Promise.withResolvers<MrzProgramAnswer | undefined>()
      settle = resolve
      hold(child, true)
      const deadline = setTimeout(end, msMax)
      const answer = await promise
      clearTimeout(deadline)
      settle = undefined
      hold(child, false)
      return answer
    },
    end,
  }
}

/** Keeps the server's process alive only while it waits for an answer. */
function hold(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref()
  else child.unref()
  for (const pipe of [child.stdin, child.stdout]) {
    // Pipes to a child process are sockets, which the types do not say.
    const socket = pipe as unknown as { ref(): void; unref(): void } | null
    if (isHeld) socket?.ref()
    else socket?.unref()
  }
}

function flags(): readonly string[] {
  const real = realpathSync(`${productDir}node_modules`)
  const readable = [
    `${productDir}server/`,
    `${productDir}node_modules/`,
    `${productDir}package.json`,
    `${real}/`,
  ]
  return [
    '--permission',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heapMegabytesMax}`,
  ]
}
