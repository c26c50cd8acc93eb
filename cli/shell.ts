// What one run of `svc` gets from its process: streams, signals, clock and exit. Tests replace it.

import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../server/kernel/clock.ts'
import type { ProviderKind } from '../server/providers/provider-kind.ts'
import { type Collector, ownCollector } from './collector.ts'

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }
type Input = Readable & {
  readonly isTTY?: boolean
  /** On a terminal: reads each key at once, without echo. */
  setRawMode?(isRaw: boolean): unknown
}
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Kind of an uncaught error, as a log event. */
export type UncaughtKind = 'uncaught_exception' | 'unhandled_rejection'

export interface Shell {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  readonly clock: Clock
  readonly collector: Collector
  /** Effective user id; undefined on systems without user ids. */
  readonly userId: number | undefined
  /** Calls `listener` for each such signal until the function returned is called. */
  onSignal(signal: Signal, listener: () => void): () => void
  /** Calls `listener` for each uncaught error until the function returned is called. */
  onUncaught(listener: (kind: UncaughtKind, error: unknown) => void): () => void
  /**
   * Calls `listener` when the program ends, however it ends save by a signal that kills it, and perhaps a second time.
   * Work must be synchronous.
   */
  onExit(listener: () => void): void
  /** Ends the program at once, without cleaning up. */
  endNow(status: number): void
  /** Replaces the product's providers in tests. */
  readonly providerKinds?: readonly ProviderKind[]
  /** Keeps the program alive while it waits. @throws the reason of `signal` once that aborts. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>
}

/** The shell of this process. */
export function ownShell(): Shell {
  const { stdin, stdout, stderr } = process
  return {
    stdin,
    stdout,
    stderr,
    clock: systemClock,
    collector: ownCollector,
    userId: process.geteuid?.(),
    onSignal(signal, listener) {
      process.on(signal, listener)
      return () => process.off(signal, listener)
    },
    onUncaught(listener) {
      const thrown = (error: unknown) => listener('uncaught_exception', error)
      const rejected = (error: unknown) => listener('unhandled_rejection', error)
      process.on('uncaughtException', thrown)
      process.on('unhandledRejection', rejected)
      return () => {
        process.off('uncaughtException', thrown)
        process.off('unhandledRejection', rejected)
      }
    },
    onExit(listener) {
      // What a listener of `exit` writes is lost where a slow reader has filled the pipe; after `beforeExit` Node
      // waits.
      process.on('beforeExit', listener)
      process.on('exit', listener)
    },
    endNow: (status) => process.exit(status),
    async wait(delayMs, signal) {
      // The timer's own error hides the reason of the signal.
      await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    },
  }
}
