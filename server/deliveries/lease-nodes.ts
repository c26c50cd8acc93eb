// The nodes as the endpoint leases need to know them.

import type { Trx } from '../db/transaction.ts'
import type { LiveNodes } from '../kernel/live-nodes.ts'

export interface LeaseNodes extends LiveNodes {
  /**
   * Returns whether a gone node has given no sign of life until now. It can give none before the transaction ends. Ask
   * in the transaction that takes over what the node holds.
   */
  isStillGone(trx: Trx, id: string): Promise<boolean>
}
