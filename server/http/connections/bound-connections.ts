// Bounds the connections of a server. Nobody needs an account to open one, and each takes 60 KB with TLS: without a
// bound one machine could take all memory that the server may have.

import type { Server } from 'node:http'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Connections } from './watch-connections.ts'

/** Some 650 MB with TLS. */
export const connectionsMaxDefault = 10_000

/** How often connections that wait for another request are closed, to make room for those who have one. */
const makesRoomEveryMs = 1_000
const logsEveryMs = 60_000

interface BoundNeeds {
  readonly clock: Pick<Clock, 'steadyMs'>
  readonly log: Log
  readonly connections: Pick<Connections, 'closeIdle'>
}

export function boundConnections(
  { clock, log, connections }: BoundNeeds,
  server: Pick<Server, 'maxConnections' | 'on'>,
  connectionsMax: number,
): void {
  server.maxConnections = connectionsMax
  let madeRoomAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  let count = 0
  server.on('drop', () => {
    count += 1
    const nowMs = clock.steadyMs()
    if (nowMs - madeRoomAt >= makesRoomEveryMs) {
      madeRoomAt = nowMs
      connections.closeIdle()
    }
    if (nowMs - loggedAt < logsEveryMs) return
    loggedAt = nowMs
    log.warn('connections_dropped', { count })
    count = 0
  })
}
