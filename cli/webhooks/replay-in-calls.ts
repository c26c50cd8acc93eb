// Replays a range of any size, in calls of as many deliveries as one call takes.

import { toIso } from '../../server/kernel/clock.ts'
import type { ReplaySpan } from '../../server/webhooks/delivery-input.ts'
import type { ReplayNeeds, ReplayTarget } from '../../server/webhooks/replay-delivery.ts'
import { type ReplayTally, replayRange } from '../../server/webhooks/replay-range.ts'
import { CommandError } from '../command-error.ts'
import type { Context } from '../context.ts'
import { startProgress } from '../progress.ts'

export interface RangeReplay {
  readonly target: ReplayTarget
  readonly span: ReplaySpan
  /** What a dry run found. */
  readonly counted: ReplayTally
}

/**
 * Each call begins where the one before it ended, so that a delivery which has failed again meanwhile is
 * not sent a third time. Returns the sum of the calls.
 * @throws AppError `conflict`; CommandError `interrupted`, which tells how far it came
 */
export async function replayInCalls(
  { io, interrupted, session }: Pick<Context, 'io' | 'interrupted' | 'session'>,
  needs: ReplayNeeds,
  { target, span, counted }: RangeReplay,
): Promise<ReplayTally> {
  const { matched } = counted
  const progress = startProgress(io)
  let replayed = 0
  let createdFrom = span.createdFrom
  try {
    for (;;) {
      if (interrupted.aborted)
        throw cutShort(interrupted.reason, { replayed, matched, createdFrom })
      progress.update(`Replaying: ${replayed} of ${matched}`)
      const tally = await replayRange(needs, session.origin, target, { ...span, createdFrom })
      replayed += tally.replayed
      if (tally.remaining === 0) return { ...tally, matched, replayed }
      createdFrom = tally.nextCreatedFrom
    }
  } finally {
    progress.end()
  }
}

/** The reason of an interruption, with how to go on. */
function cutShort(
  reason: unknown,
  {
    replayed,
    matched,
    createdFrom,
  }: {
    readonly replayed: number
    readonly matched: number
    readonly createdFrom: number | undefined
  },
): unknown {
  if (!(reason instanceof CommandError) || replayed === 0) return reason
  const rest = createdFrom === undefined ? '' : ` Go on with --from ${toIso(createdFrom)}`
  return new CommandError(
    reason.code,
    `${reason.message} ${replayed} of ${matched} are due again.${rest}`,
  )
}
