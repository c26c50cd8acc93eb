// Starts, awaits and stops the copying of a log to all its targets.

export interface LogCopies {
  start(): void
  /** Resolves when nothing is being copied. */
  idle(): Promise<void>
  /** Stops and copies what is left, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export function copyToAll(copies: readonly LogCopies[]): LogCopies {
  return {
    start() {
      for (const copy of copies) copy.start()
    },
    async idle() {
      await Promise.all(copies.map((copy) => copy.idle()))
    },
    async stop(timeoutMs) {
      await Promise.all(copies.map((copy) => copy.stop(timeoutMs)))
    },
  }
}
