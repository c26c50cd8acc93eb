// Nodes of one database in one process: a list that the test changes, as each of the nodes sees it.

import type { LeaseNodes } from '../../server/deliveries/lease-nodes.ts'
import type { Notice, NoticeLink } from '../../server/kernel/notices.ts'

export interface NodeRoster {
  /** The view of this node, which joins the list. */
  join(id: string): LeaseNodes
  list(): readonly string[]
  /** The node is not listed any more, as one whose sign of life is overdue. It may still run. */
  miss(id: string): void
  /** The node has ended for certain. */
  lose(id: string): void
  /** The node gives a sign of life again. The others have not seen it yet. */
  comeBack(id: string): void
  /** A link between all nodes that asked for one. */
  link(): NoticeLink
}

export function openNodeRoster(): NodeRoster {
  const live = new Set<string>()
  const gone = new Set<string>()
  const returned = new Set<string>()
  const receivers = new Set<(notices: readonly Notice[]) => void>()
  return {
    join(id) {
      live.add(id)
      return {
        id,
        isAlone: false,
        workingNodes: () => [...live],
        holdsLease: () => !gone.has(id) || returned.has(id),
        isGone: (other) => gone.has(other),
        isStillGone: async (_trx, other) => gone.has(other) && !returned.has(other),
      }
    },
    list: () => [...live],
    miss: (id) => void live.delete(id),
    lose(id) {
      live.delete(id)
      gone.add(id)
    },
    comeBack(id) {
      live.add(id)
      returned.add(id)
    },
    link() {
      let own: ((notices: readonly Notice[]) => void) | undefined
      return {
        send(notices) {
          for (const receive of receivers) if (receive !== own) receive(notices)
        },
        onReceive(receive) {
          own = receive
          receivers.add(receive)
        },
      }
    },
  }
}
