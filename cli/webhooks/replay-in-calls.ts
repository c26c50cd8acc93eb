// Replays a range of deliveries of any size in several calls, each of the largest number that a call takes.

import type { ReplayCounts, ReplaySpan } from '../../server/deliveries/delivery.ts'
import type { ReplayNeeds, ReplayTarget } from '../../server/deliveries/replay-delivery.ts'
import { replayRange } from '../../server/deliveries/replay-range.ts'
import { toIso } from '../../server/kernel/clock.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { startProgress } from '../progress.ts'

interface RangeReplay {
  readonly target: ReplayTarget
  readonly span: ReplaySpan
  /** Counts of a dry run. */
  readonly counted: ReplayCounts
}

/**
 * Returns the total counts. Each call begins where the previous one ended, so that a delivery that failed
 * again meanwhile is not replayed twice.
 * @throws AppError `conflict`; CommandError `interrupted`, which says how many were replayed
 */
export async function replayInCalls(
  { io, interrupted, session }: Pick<CommandContext, 'io' | 'interrupted' | 'session'>,
  needs: ReplayNeeds,
  { target, span, counted }: RangeReplay,
): Promise<ReplayCounts> {
  const { matched } = counted
  const progress = startProgress(io)
  let replayed = 0
  let createdFrom = span.createdFrom
  try {
    for (;;) {
      if (interrupted.aborted)
        throw interruptedAfter(interrupted.reason, { replayed, matched, createdFrom })
      progress.update(`Replaying: ${replayed} of ${matched}`)
      const counts = await replayRange(needs, session.origin, target, { ...span, createdFrom })
      replayed += counts.replayed
      if (counts.remaining === 0) return { ...counts, matched, replayed }
      createdFrom = counts.nextCreatedFrom
    }
  } finally {
    progress.end()
  }
}

/** Adds to the interruption's error how many were replayed and how to continue. */
function interruptedAfter(
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
  const rest = createdFrom === undefined ? '' : ` Continue with --from ${toIso(createdFrom)}`
  return new CommandError(
    reason.code,
    `${reason.message} ${replayed} of ${matched} are due again.${rest}`,
  )
}
