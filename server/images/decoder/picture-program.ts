// Keeps one of the product's own programs that work on pictures outside the server: started when it is first needed,
// one order at a time, killed when it takes too much time or memory, ended after some idle time.

import {
  type ProgramFailure,
  type ProgramKind,
  type ProgramResult,
  startProgram,
} from './start-program.ts'

export interface ProgramLimits {
  /**
   * Milliseconds from the start of the process until it is ready; doubled after each start that takes longer, up to the
   * longest, and the first again once a start took no longer than that.
   */
  readonly startMs: { readonly first: number; readonly longest: number }
  /** Milliseconds for one order, wall clock. */
  readonly orderMsMax: number
  /** Resident memory of the process in bytes, over which it is killed. */
  readonly memoryBytesMax: number
  /** A process that holds more than this after an order is not reused, because its memory fragments. */
  readonly reusableBytesMax: number
  /** Idle milliseconds after which the process is ended. */
  readonly lingerMs: number
  /** Wait after a start that failed; doubled after each, up to the longest. */
  readonly backOffMs: { readonly first: number; readonly longest: number }
}

/** With whether the first answer says that orders may come. */
type PictureProgramKind<Answer> = ProgramKind<Answer> & {
  readonly isReady: (answer: Answer) => boolean
}

export interface PictureProgram<Answer> {
  /**
   * Call it for one order at a time. Never throws; failures are returned. After an answer `bytes`
   * are not read any more; after a failure they may be.
   */
  run(order: object, bytes: Buffer): Promise<ProgramResult<Answer>>
  /** Kills the process; the order under way fails as `closed`. */
  close(): void
}

export function openPictureProgram<Answer>(
  kind: PictureProgramKind<Answer>,
  limits: ProgramLimits,
): PictureProgram<Answer> {
  let program: ReturnType<typeof startProgram<Answer>> | undefined
  let lingering: NodeJS.Timeout | undefined
  let backOffTimer: NodeJS.Timeout | undefined
  let backOffMs = limits.backOffMs.first
  let startMs = limits.startMs.first
  /** Of the last start that failed; orders that come before the next try fail as it did. */
  let startFailure: ProgramFailure = 'not_started'
  let closed = false

  /** So that a program that cannot start does not use up the machine, or the patience of its callers. */
  function backOff(): void {
    backOffTimer = setTimeout(() => {
      backOffTimer = undefined
    }, backOffMs).unref()
    backOffMs = Math.min(limits.backOffMs.longest, backOffMs * 2)
  }

  async function start() {
    if (closed) return 'closed'
    if (program?.alive) return program
    if (backOffTimer !== undefined) return startFailure
    const startedMs = performance.now()
    program = startProgram(kind, limits.memoryBytesMax)
    const first = await program.next(startMs)
    if (first.kind === 'answered' && kind.isReady(first.answer)) {
      backOffMs = limits.backOffMs.first
      if (performance.now() - startedMs <= limits.startMs.first) startMs = limits.startMs.first
      return program
    }
    startFailure = startFailureOf(first)
    program.end(startFailure)
    if (closed) return 'closed'
    if (startFailure === 'killed') return 'killed'
    backOff()
    // On a slow machine each start would be cut off before its end otherwise.
    if (startFailure === 'slow_start') startMs = Math.min(limits.startMs.longest, startMs * 2)
    return startFailure
  }

  return {
    async run(order, bytes) {
      clearTimeout(lingering)
      const started = await start()
      if (typeof started === 'string') return { kind: 'failed', failure: started }
      started.send(order, bytes)
      const result = await started.next(limits.orderMsMax)
      if (result.kind === 'answered' && !started.hasSentAll) {
        // It answered before it had read the picture.
        started.end('garbled')
        return { kind: 'failed', failure: 'garbled' }
      }
      if (started.memoryBytes() > limits.reusableBytesMax) started.end('closed')
      else lingering = setTimeout(() => started.end('closed'), limits.lingerMs).unref()
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

function startFailureOf(first: ProgramResult<unknown>): ProgramFailure {
  if (first.kind === 'answered') return 'unavailable'
  if (first.failure === 'over_time') return 'slow_start'
  return first.failure === 'killed' ? 'killed' : 'not_started'
}
