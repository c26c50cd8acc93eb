// The trial: actors do deeds at once, then days go by, several times; afterwards everything must agree.
//
//   node scripts/trials/all-at-once/run-trial.ts [seed, default 1] [postgres]

import { finishErasures } from '../../../server/erasure/finish-erasures.ts'
import { dayMs, hourMs } from '../../../server/kernel/durations.ts'
import { type Crowd, type CrowdOptions, openCrowd } from './crowd.ts'
import { deeds } from './deeds.ts'
import { judge } from './judge.ts'

interface TrialOptions extends CrowdOptions {
  readonly actors?: number
  /** Of each actor, in each round. */
  readonly deedsEach?: number
}

interface TrialReport {
  readonly submitted: number
  readonly erased: number
  readonly closedReviews: number
  readonly wrong: readonly string[]
}

/** Between rounds: within and beyond the periods of retention. */
const daysOfRounds = [1, 8, 31, 95]
/** Of retries of a webhook that failed, with much to spare. */
const hoursAfter = 30

async function runTrial(options: TrialOptions): Promise<TrialReport> {
  const { actors = 7, deedsEach = 25 } = options
  const crowd = await openCrowd(options)
  try {
    const act = async () => {
      for (let count = 0; count < deedsEach; count += 1) {
        await crowd
          .pick(deeds)?.(crowd)
          .catch((error: unknown) => crowd.wrong.push(textOf(error)))
      }
    }
    for (const days of daysOfRounds) {
      await Promise.all(Array.from({ length: actors }, act))
      await settle(crowd)
      crowd.work.clock.advance(days * dayMs)
      await crowd.signInAll()
    }
    crowd.answerWith(204)
    for (let hour = 0; hour < hoursAfter; hour += 1) await settle(crowd, hourMs)
    await finishErasures(crowd.work.appliance)
    return { ...(await count(crowd)), wrong: await judge(crowd) }
  } finally {
    await crowd.close()
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error)
}

/** Until every verification has ended. */
async function settle({ work, submitted }: Crowd, passMs = 0): Promise<void> {
  const { clock, server } = work
  clock.advance(passMs)
  for (const { id } of submitted) await work.finish(id)
  await server.jobs.idle()
  await server.deliveries.idle()
}

async function count({ work, submitted }: Crowd): Promise<Omit<TrialReport, 'wrong'>> {
  const { reader } = work.appliance.db
  const erasures = await reader.selectFrom('erasures').select('id').execute()
  const reviews = await reader.selectFrom('reviews').select('state').execute()
  return {
    submitted: submitted.length,
    erased: erasures.length,
    closedReviews: reviews.filter(({ state }) => state === 'closed').length,
  }
}

const [seed = '1', database] = process.argv.slice(2)
const report = await runTrial({ seed: Number(seed), isOnPostgres: database === 'postgres' })
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
process.exitCode = report.wrong.length === 0 ? 0 : 1
