// One run of one contestant in a process of its own. Measures how long enqueuing all jobs takes, then how many are
// run until all are or the time is over; sends both to its parent.

import { z } from 'zod'
import { ours, peers } from './contestants.ts'

const order = z.object({
  name: z.string(),
  jobs: z.number(),
  /** A slow contestant is stopped after this time; its rate counts the jobs that it has run. */
  secondsMax: z.number(),
  place: z.object({
    folder: z.string(),
    postgres: z.object({ host: z.string(), port: z.int(), database: z.string() }),
  }),
})

process.on('disconnect', () => process.exit(1))
process.once('message', (message) => {
  void contest(order.parse(message)).then((result) => process.send?.(result, () => process.exit(0)))
})

async function contest({ name, jobs, secondsMax, place }: z.output<typeof order>) {
  const entrant = [ours, ...peers].find((one) => one.name === name)
  if (entrant === undefined) throw new Error(`no contestant is called ${name}`)
  const contestant = await entrant.open(place)
  const startedAt = performance.now()
  await contestant.enqueue(jobs)
  const enqueuedAt = performance.now()
  const { promise: allRun, resolve: finish } = Promise.withResolvers<void>()
  const timer = setTimeout(finish, secondsMax * 1000)
  const until = enqueuedAt + secondsMax * 1000
  let run = 0
  await contestant.work(() => {
    run += 1
    // A contestant that never leaves the event loop's turn starves the timer.
    if (run === jobs || performance.now() > until) finish()
  })
  await allRun
  const endedAt = performance.now()
  clearTimeout(timer)
  const counted = run
  await contestant.close()
  return {
    enqueuedPerSecond: jobs / ((enqueuedAt - startedAt) / 1000),
    runPerSecond: counted / ((endedAt - enqueuedAt) / 1000),
  }
}
