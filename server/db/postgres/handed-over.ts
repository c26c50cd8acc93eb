// Collects what grouped works hand over to be written together, and writes it before any other statement of their
// transaction, so that each statement sees what its work wrote before.

import { writeParts } from '../prepared-insert.ts'
import type { Together, Trx } from '../transaction.ts'
import { TransactionAdapter } from './watched-executor.ts'

interface HandedOver {
  readonly handOver: (together: Together<unknown>, item: unknown) => void
  /** Writes all that is left. Call it last. */
  write(): Promise<void>
}

export function collectHandedOver(trx: Trx): HandedOver {
  let collected = new Map<Together<unknown>, unknown[]>()

  async function write(): Promise<void> {
    // The statements below find nothing left to write.
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

  const { adapter } = trx.getExecutor()
  if (!(adapter instanceof TransactionAdapter)) throw new Error('the connection watches nothing')
  adapter.beforeStatement = () => (collected.size === 0 ? undefined : write())
  return {
    handOver(together, item) {
      const items = collected.get(together)
      if (items) items.push(item)
      else collected.set(together, [item])
    },
    write,
  }
}
