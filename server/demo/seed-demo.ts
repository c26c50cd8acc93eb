// Lives through an invented fortnight in the demo's folder, so that every screen has something to show:
// an appliance in the past is opened, fed through the use cases of the product, and closed.

import type { LoadedSettings } from '../config.ts'
import type { Log } from '../kernel/log.ts'
import type { DemoKeys } from './demo-keys.ts'
import type { DemoMember } from './demo-staff.ts'
import { castOf, type Part, undecided } from './invented/cast.ts'
import { openChance } from './invented/chance.ts'
import { documentOf } from './invented/documents.ts'
import { fortnightMs, momentsBefore, recentMoments } from './invented/moments.ts'
import { openPastAppliance, type PastAppliance } from './past-appliance.ts'
import { type Happening, seedAccess } from './seed-access.ts'
import { openSpecimenPictures } from './seed-pictures.ts'
import { seedReviews } from './seed-reviews.ts'
import { submitPart } from './seed-verifications.ts'
import { demoOutcomePolicy, type OutcomePolicy } from './smile-id-simulator/outcomes.ts'

export interface SeedPlan {
  /** Verifications of both environments. */
  readonly count: number
  /** Nothing is later than this. */
  readonly nowMs: number
  /** Whether some may stay undecided: only where the demo's own stand-in is asked again. */
  readonly leavesUndecided: boolean
  readonly log: Log
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export interface Seeded {
  readonly keys: DemoKeys
  readonly staff: readonly DemoMember[]
  /** Where the webhooks lead. */
  readonly receiverPort: number
}

/** What `npm start` shows. */
export const seedCountDefault = 200

const momentsSeed = 14

/** Verifications whose pictures are being drawn while those before them are lived through. */
const drawnAhead = 4

/** @throws the reason of `signal`; then, and after a crash, the folder holds a part of it */
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
    const { demoKeys, staff, keys, happenings } = await seedAccess(past)
    const reviews = await seedReviews(past, { ...plan, startMs: plan.nowMs - fortnightMs })
    const pictures = await openSpecimenPictures(past.appliance, plan.nowMs)
    const needs = { appliance: past.appliance, keys, pictures }
    const inTurn = timed(parts, plan)
    const submissions = inTurn.map(({ at, part }, turn) => ({
      at,
      happen: async () => {
        for (const next of inTurn.slice(turn, turn + drawnAhead)) {
          if (next.part.environment === 'live') pictures.foresee(next.part)
        }
        await submitPart(needs, part)
        if (part.environment === 'sandbox') return
        await past.settle()
        await past.reach(Math.min(past.clock.now() + part.takesMs, plan.nowMs))
      },
    }))
    await live(past, [...happenings, ...reviews, ...submissions], plan)
    return { keys: demoKeys, staff, receiverPort: past.receiver.port }
  } finally {
    await past.close()
  }
}

/**
 * Those of the cast end as it says, also when the demo asks again later, and what is read is what their
 * documents were printed with; everybody else as in any demo.
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

/** The undecided ones come last, and so do their moments. */
function timed(
  parts: readonly Part[],
  { nowMs, leavesUndecided }: SeedPlan,
): readonly { readonly at: number; readonly part: Part }[] {
  const isUndecided = (part: Part) => part.environment === 'live' && part.outcome === undecided
  const ended = parts.filter((part) => !isUndecided(part))
  const waiting = leavesUndecided ? parts.filter(isUndecided) : []
  const moments = [
    ...momentsBefore(nowMs, ended.length, openChance(momentsSeed)),
    ...recentMoments(nowMs, waiting.length),
  ]
  return [...ended, ...waiting].map((part, index) => ({ at: moments[index] ?? nowMs, part }))
}

async function live(
  past: PastAppliance,
  happenings: readonly Happening[],
  { nowMs, onProgress, signal }: SeedPlan,
): Promise<void> {
  const inOrder = happenings.toSorted((left, right) => left.at - right.at)
  for (const [done, { at, happen }] of inOrder.entries()) {
    signal.throwIfAborted()
    onProgress(done, inOrder.length)
    await past.reach(Math.min(at, nowMs))
    await happen()
    await past.settle()
  }
}
