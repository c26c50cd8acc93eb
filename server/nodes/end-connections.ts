// Ends the database connections of dead nodes, whose open transactions would hold up the others.

import type { Db } from '../db/transaction.ts'
import type { Node } from './node.ts'

/** Returns what ends the connections of these nodes, once after each last beat of theirs. */
export function createConnectionEnder({
  connections,
}: Pick<Db, 'connections'>): (dead: readonly Pick<Node, 'id' | 'beats'>[]) => Promise<void> {
  const deaths = new Set<string>()
  return async (dead) => {
    for (const { id, beats } of dead) {
      const death = `${id} ${beats}`
      if (deaths.has(death)) continue
      await connections?.endThoseOf(id)
      deaths.add(death)
    }
  }
}
