// A node of tests and benchmarks that are alone with their database.

import type { LiveNodes } from '../../server/kernel/live-nodes.ts'

/** Every other node that has left something there is gone. */
export function onlyNode(id: string) {
  return {
    id,
    isAlone: true,
    workingNodes: () => [id],
    servingNodes: () => 1,
    isGone: (other: string) => other !== id,
    isStillGone: async (_trx: unknown, other: string) => other !== id,
    holdsLease: () => true,
  } satisfies LiveNodes & Record<'isStillGone', unknown>
}
