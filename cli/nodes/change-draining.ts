// Drains a node or lets it take work again, for the two commands.

import { isIdleInTime } from '../../server/jobs/await-idle.ts'
import { drainNode } from '../../server/nodes/drain-node.ts'
import { nodeJson } from '../../server/nodes/node-json.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'

export async function changeDraining(
  { io, session }: CommandContext,
  order: {
    readonly id: string | undefined
    readonly isDraining: boolean
    /** Returns only once the node runs no job any more. */
    readonly waits?: boolean
  },
): Promise<void> {
  const appliance = await session.appliance()
  const node = await drainNode(appliance, session.origin, order)
  if (order.waits && !(await isIdleInTime(appliance.db, node.id))) {
    throw new CommandError(
      'timed_out',
      `${node.id} is drained, and still runs jobs after 15 minutes. See svc jobs stats.`,
    )
  }
  io.report(
    nodeJson(node, appliance.clock.now()),
    order.isDraining
      ? `${node.id} takes no more work${order.waits ? ', and has ended what it had' : ', within seconds'}.`
      : `${node.id} takes work again, within seconds.`,
  )
}
