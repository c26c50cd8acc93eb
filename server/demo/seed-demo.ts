// Seeds the demo's folder with an invented fortnight, so that every page has content: opens an
// appliance in the past, runs the product's use cases in it, and closes it.

import type { LoadedSettings } from '../config.ts'
import type { Log } from '../kernel/log.ts'
import type { DemoKeys } from './demo-keys.ts'
import type { DemoUser } from './demo-users.ts'
import { type CastPart, castOf, undecided } from './invented/cast.ts'
import { openChance } from './invented/chance.ts'
import { documentOf } from './invented/documents.ts'
import { fortnightMs, momentsBefore, recentMoments } from './invented/moments.ts'
import { openPastAppliance, type PastAppliance } from './past-appliance.ts'
import { type ScheduledAction, seedAccess } from './seed-access.ts'
import { openSpecimenImages } from './seed-images.ts'
import { seedReviews } from './seed-reviews.ts'
import { submitPart } from './seed-verifications.ts'
import { demoOutcomePolicy, type OutcomePolicy } from './smile-id-simulator/outcomes.ts'

export interface SeedPlan {
  /** Number of verifications in both environments together. */
  readonly count: number
  /** End of the fortnight; nothing is later. */
  readonly nowMs: number
  /**
   * Whether some may stay undecided: only where the demo runs its own simulator, which decides them
   * later.
   */
  readonly leavesUndecided: boolean
  readonly log: Log
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export interface Seeded {
  readonly keys: DemoKeys
  readonly users: readonly DemoUser[]
  /** Port that the webhooks are sent to. */
  readonly receiverPort: number
}

/** Number of verifications that `npm start` seeds. */
export const seedCountDefault = 200

const momentsSeed = 14

/** Verifications whose images are drawn in advance. */
const drawnAhead = 4

/** @throws the reason of `signal`; after that, and after a crash, the folder is incomplete */
export async function seedDemo(
  loaded: Pick<LoadedSettings, 'config' | 'secrets'>,
  plan: SeedPlan,
): Promise<Seeded> {
  const parts = castOf(plan.count)
  const withoutEngine = parts.filter((part) => part.environment === 'live' && !part.hasEngine)
  const past = await openPastAppliance(loaded, {
    startMs: plan.nowMs - fortnightMs,
    outcome: inventedOutcomes(plan),
    withoutEngine: new Set(withoutEngine.map(({ person }) => person.idNumber)),
    log: plan.log,
  })
  try {
    const { demoKeys, users, keys, actions } = await seedAccess(past)
    const reviews = await seedReviews(past, { ...plan, startMs: plan.nowMs - fortnightMs })
    const images = await openSpecimenImages(past.appliance, plan.nowMs)
    const needs = { appliance: past.appliance, keys, images }
    const inTurn = timed(parts, plan)
    const submissions = inTurn.map(({ at, part }, turn) => ({
      at,
      run: async () => {
        for (const next of inTurn.slice(turn, turn + drawnAhead)) {
          if (next.part.environment === 'live') images.startDrawing(next.part)
        }
        past.readDocuments(part.environment === 'live' && part.isAltered)
        await submitPart(needs, part)
        if (part.environment === 'sandbox') return
        await past.settle()
        await past.reach(Math.min(past.clock.now() + part.takesMs, plan.nowMs))
      },
    }))
    await runAll(past, [...actions, ...reviews, ...submissions], plan)
    return { keys: demoKeys, users, receiverPort: past.receiver.port }
  } finally {
    await past.close()
  }
}

/**
 * Gives the people of the cast the outcomes and documents it says, also when the demo is asked
 * again later; everybody else gets the demo's usual outcomes.
 */
export function inventedOutcomes({
  count,
  nowMs,
}: Pick<SeedPlan, 'count' | 'nowMs'>): OutcomePolicy {
  const byNumber = new Map(
    castOf(count).flatMap((part) =>
      part.environment === 'live' ? [[part.person.idNumber, part] as const] : [],
    ),
  )
  return (request) => {
    const part = byNumber.get(request.identity.idNumber ?? '')
    if (part === undefined) return demoOutcomePolicy(request)
    return { outcome: part.outcome, document: documentOf(part, nowMs) }
  }
}

/** Gives each verification its time; undecided ones are last and latest. */
function timed(
  parts: readonly CastPart[],
  { nowMs, leavesUndecided }: SeedPlan,
): readonly { readonly at: number; readonly part: CastPart }[] {
  const isUndecided = (part: CastPart) => part.environment === 'live' && part.outcome === undecided
  const ended = parts.filter((part) => !isUndecided(part))
  const waiting = leavesUndecided ? parts.filter(isUndecided) : []
  const moments = [
    ...momentsBefore(nowMs, ended.length, openChance(momentsSeed)),
    ...recentMoments(nowMs, waiting.length),
  ]
  return [...ended, ...waiting].map((part, index) => ({ at: moments[index] ?? nowMs, part }))
}

async function runAll(
  past: PastAppliance,
  actions: readonly ScheduledAction[],
  { nowMs, onProgress, signal }: SeedPlan,
): Promise<void> {
  const inOrder = actions.toSorted((left, right) => left.at - right.at)
  for (const [done, { at, run }] of inOrder.entries()) {
    signal.throwIfAborted()
    onProgress(done, inOrder.length)
    await past.reach(Math.min(at, nowMs))
    await run()
    await past.settle()
  }
}
