// The server's handle of the process that reads zones: one picture at a time, few waiting, and none waiting long for a
// process that does not start.

import {
  openPictureProgram,
  type PictureProgram,
  type ProgramLimits,
} from '../images/decoder/picture-program.ts'
import type { ProgramFailure, ProgramResult } from '../images/decoder/start-program.ts'
import { workerFile } from '../kernel/built-files.js'
import { unlessAborted } from '../kernel/unless-aborted.ts'
import { type MrzOrder, type MrzProgramAnswer, mrzProgramAnswer } from './mrz-order.ts'
import type { MrzAnswer, MrzReader } from './mrz-reading.ts'
import { parseMrz } from './parse-mrz.ts'

const megabyte = 1024 * 1024

/** The pictures in memory while they wait are its caller's. */
const waitingMax = 32

/**
 * The program bounds its own processor time at 3 s a picture; the time of an order is for one that hangs, on a busy
 * machine too.
 */
export const mrzLimits: ProgramLimits = {
  startMs: { first: 20_000, longest: 160_000 },
  orderMsMax: 30_000,
  memoryBytesMax: 640 * megabyte,
  reusableBytesMax: 240 * megabyte,
  lingerMs: 120_000,
  backOffMs: { first: 30_000, longest: 600_000 },
}
const heapMegabytesMax = 96
/**
 * A picture takes at most 3 s of processor time then. The clock on the wall says nothing of the work where other
 * programs wait for the same cores.
 */
const usualTryingMsMax = 1_900

interface MrzReaderOptions {
  readonly today: () => Date
  readonly limits?: Partial<ProgramLimits>
  /** Milliseconds of processor time after which nothing new is tried on a picture. */
  readonly tryingMsMax?: number
  /** The program, where it is not the product's own. */
  readonly entry?: URL
}

const reasons: Readonly<Record<string, string>> = {
  model_damaged: 'The model that reads documents is damaged. Install the product again.',
  model_missing:
    'The model or the runtime that reads documents is missing. Install the product again.',
  slow_start:
    'The process that reads documents takes too long to start. Look for what overloads the machine or its disk; it is tried again within minutes, with more time.',
  not_started:
    'The process that reads documents does not start. Look for a lack of memory or of processes; it is tried again within minutes.',
}

/** Nothing is started before the first picture. */
export function openMrzReader(options: MrzReaderOptions): MrzReader {
  const { today, limits, entry, tryingMsMax = usualTryingMsMax } = options
  /** Why the process does not start. */
  let trouble: string | undefined
  let waiting = 0
  let turn: Promise<unknown> = Promise.resolve()
  const program: PictureProgram<MrzProgramAnswer> = openPictureProgram(
    {
      entry: () => entry ?? workerFile('./mrz-program.ts', import.meta.url),
      heapMegabytesMax,
      answerBytesMax: 0,
      parse: (head) => mrzProgramAnswer.safeParse(head).data,
      isReady(first) {
        if (first.kind === 'unavailable') trouble = first.reason
        return first.kind === 'ready'
      },
    },
    { ...mrzLimits, ...limits },
  )

  async function readOne(picture: Uint8Array): Promise<MrzAnswer> {
    const year = today().getUTCFullYear()
    const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength)
    const result = await program.run({ year, tryingMsMax } satisfies MrzOrder, bytes)
    trouble = troubleAfter(result, trouble)
    if (result.kind === 'failed') return { failure: failureOf(result.failure) }
    return readingOf(result.answer, year)
  }

  /** Takes the next turn; what is cancelled by then is not read. */
  function inTurn(picture: Uint8Array, signal: AbortSignal | undefined): Promise<MrzAnswer> {
    waiting += 1
    const result = turn.then((): MrzAnswer | Promise<MrzAnswer> => {
      waiting -= 1
      return signal?.aborted ? { failure: 'cancelled' } : readOne(picture)
    })
    turn = result
    return result
  }

  return {
    async read(picture, signal) {
      if (signal?.aborted) return { failure: 'cancelled' }
      if (waiting >= waitingMax) return { failure: 'busy' }
      const reading = inTurn(picture, signal)
      if (signal === undefined) return reading
      // The process goes on to the end of its picture, which is near; only nobody waits for it.
      return unlessAborted(reading, signal, () => ({ failure: 'cancelled' }))
    },
    state() {
      if (trouble === undefined) return { isReady: true }
      return { isReady: false, code: trouble, reason: reasons[trouble] ?? trouble }
    },
    close: () => program.close(),
  }
}

/** A process that says what it lacks has said it by then. */
function troubleAfter(
  result: ProgramResult<MrzProgramAnswer>,
  before: string | undefined,
): string | undefined {
  if (result.kind === 'answered') return undefined
  const { failure } = result
  if (failure === 'unavailable') return before
  return failure === 'slow_start' || failure === 'not_started' ? failure : undefined
}

function failureOf(failure: ProgramFailure) {
  switch (failure) {
    case 'not_started':
    case 'slow_start':
    case 'unavailable':
      return 'unavailable'
    case 'over_time':
      return 'over_time'
    case 'crashed':
    case 'killed':
    case 'over_memory':
    case 'garbled':
    case 'closed':
      return 'failed'
  }
}

function readingOf(answer: MrzProgramAnswer, year: number): MrzAnswer {
  if (answer.kind === 'no_zone') return { verdict: 'no_zone' }
  if (answer.kind !== 'read') return { failure: 'failed' }
  const { verdict, lines, zone, confidence } = answer
  return { verdict, lines, document: parseMrz(lines, { year }), zone, confidence }
}
