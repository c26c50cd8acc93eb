// Drains a node: it begins no more work and is not ready for requests, so that it can be stopped or changed over.

import type { AuditOrigin } from '../audit/audit.ts'
import { type AuditNeeds, recordAudit } from '../audit/record-audit.ts'
import { type Db, inTransaction } from '../db/transaction.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Node } from './node.ts'
import { listNodes } from './node-list-view.ts'
import { setDraining } from './node-store.ts'

interface DrainNeeds extends AuditNeeds {
  readonly db: Db
}

interface DrainOrder {
  /** undefined: the only node. */
  readonly id: string | undefined
  /** False lets the node take work again. */
  readonly isDraining: boolean
}

/**
 * Returns the node as it is then; it obeys within seconds. A node that does so already is left as it is.
 * @throws AppError `not_found`; `conflict` without an id where there are several nodes
 */
export function drainNode(needs: DrainNeeds, by: AuditOrigin, order: DrainOrder): Promise<Node> {
  return inTransaction(needs.db, async (trx) => {
    const node = chosen(await listNodes(trx), order.id)
    if ((node.drainingSince !== undefined) === order.isDraining) return node
    const drainingSince = order.isDraining ? needs.clock.now() : undefined
    await setDraining(trx, node.id, drainingSince)
    await recordAudit(needs, trx, {
      by,
      action: order.isDraining ? 'node.drained' : 'node.resumed',
      subject: { kind: 'node', id: node.id },
    })
    return { ...node, drainingSince }
  })
}

function chosen(nodes: readonly Node[], id: string | undefined): Node {
  const fitting = id === undefined ? nodes : nodes.filter((node) => node.id === id)
  const [node] = fitting
  if (node === undefined) {
    throw new AppError(
      'not_found',
      id === undefined
        ? 'No node is running.'
        : 'No node has this id. svc nodes list shows those that have one.',
    )
  }
  if (fitting.length > 1) {
    throw new AppError(
      'conflict',
      'Several nodes are running. Name one: svc nodes list shows them.',
    )
  }
  return node
}
