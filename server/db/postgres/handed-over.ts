// Collects what grouped works hand over to be written together, and writes it before any other statement of their
// transaction, so that each statement sees what its work wrote before.

import { AsyncLocalStorage } from 'node:async_hooks'
import { writeParts } from '../prepared-insert.ts'
import type { Together, Trx } from '../transaction.ts'
import { TransactionAdapter } from './watched-executor.ts'

export interface HandedOver {
  readonly handOver: (together: Together<unknown>, item: unknown) => void
  /** Writes all that is left, and waits for what is being written. Call it last. */
  write(): Promise<void>
  /** Runs statements that neither write what is left nor wait for it. */
  runPast<Result>(run: () => Promise<Result>): Promise<Result>
}

export function collectHandedOver(trx: Trx): HandedOver {
  const past = new AsyncLocalStorage<true>()
  let collected = new Map<Together<unknown>, unknown[]>()
  let written: Promise<void> = Promise.resolve()

  async function writeCollected(): Promise<void> {
    while (collected.size > 0) {
      const all = [...collected]
      collected = new Map()
      for (const isInLane of [false, true]) {
        const parts = all.filter(([together]) => together.isInLane === isInLane)
        await writeParts(
          trx,
          parts.map(([together, items]) => ({ together, items })),
        )
      }
    }
  }

  /** One after another: a statement beside one that writes waits for it, too. */
  async function write(): Promise<void> {
    if (past.getStore()) return
    written = written.then(() => past.run(true, writeCollected))
    await written
  }

  const { adapter } = trx.getExecutor()
  if (!(adapter instanceof TransactionAdapter)) throw new Error('the connection watches nothing')
  adapter.beforeStatement = write
  return {
    handOver(together, item) {
      const items = collected.get(together)
      if (items) items.push(item)
      else collected.set(together, [item])
    },
    write,
    runPast: (run) => past.run(true, run),
  }
}
