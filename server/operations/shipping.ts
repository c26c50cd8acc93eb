// What copies a log to other systems, one target or all of them.

export interface Shipping {
  start(): void
  /** Resolves when nothing is being shipped. */
  idle(): Promise<void>
  /** Stops and ships the last lines, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export function shipToAll(shippers: readonly Shipping[]): Shipping {
  return {
    start() {
      for (const shipper of shippers) shipper.start()
    },
    async idle() {
      await Promise.all(shippers.map((shipper) => shipper.idle()))
    },
    async stop(timeoutMs) {
      await Promise.all(shippers.map((shipper) => shipper.stop(timeoutMs)))
    },
  }
}
