// Streams every usage event of a period, oldest first, for export to a billing system. Event ids are
// stable, so a billing system that imports an event twice can count it once.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Reader } from '../db/transaction.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Period } from './span.ts'
import type { UsageEvent } from './usage.ts'
import { listUsageOldestFirst } from './usage-store.ts'

const eventsAtOnce = 500

/** @throws the reason of `signal` once that aborts */
export async function* eachUsageEvent(
  db: Reader,
  asked: Period & { readonly environment: Environment | undefined },
  signal: AbortSignal,
): AsyncGenerator<UsageEvent> {
  let after: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const events = await listUsageOldestFirst(db, asked, { after, limit: eventsAtOnce })
    for (const event of events) {
      if (asked.environment === undefined || event.environment === asked.environment) yield event
    }
    if (events.length < eventsAtOnce) return
    after = events.at(-1)?.id
    await turnOfTheLoop()
  }
}
