// The surroundings of one run of `svc`: its streams, its signals, its time, its end. Tests put memory in their place.

import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../server/kernel/clock.ts'

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }
export type Input = Readable & {
  readonly isTTY?: boolean
  /** Of a terminal: whether keys come as they are pressed, and unseen. */
  setRawMode?(isRaw: boolean): unknown
}
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What nobody caught, as the log names it. */
export type Mishap = 'uncaught_exception' | 'unhandled_rejection'

export interface Shell {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly clock: Clock
  /** Of the user that the program runs as; undefined where the system has no such numbers. */
  readonly userId: number | undefined
  /** Tells of every such signal until the function returned is called. */
  onSignal(signal: Signal, told: () => void): () => void
  /** Tells of every error that nobody caught until the function returned is called. */
  onMishap(told: (mishap: Mishap, error: unknown) => void): () => void
  /** Ends the program at once, leaving everything as it is. */
  endNow(status: number): void
  /** Keeps the program alive while it waits. @throws the reason of `signal` once that aborts. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>
}

/** The shell that this program was started from. */
export function ownShell(): Shell {
  const { stdin, stdout, stderr } = process
  return {
    stdin,
    stdout,
    stderr,
    clock: systemClock,
    userId: process.geteuid?.(),
    onSignal(signal, told) {
      process.on(signal, told)
      return () => process.off(signal, told)
    },
    onMishap(told) {
      const thrown = (error: unknown) => told('uncaught_exception', error)
      const rejected = (error: unknown) => told('unhandled_rejection', error)
      process.on('uncaughtException', thrown)
      process.on('unhandledRejection', rejected)
      return () => {
        process.off('uncaughtException', thrown)
        process.off('unhandledRejection', rejected)
      }
    },
    endNow: (status) => process.exit(status),
    async wait(delayMs, signal) {
      // The timer's own rejection hides why it was aborted.
      await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
  }
}
