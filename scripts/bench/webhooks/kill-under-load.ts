// Submits to a server, several at once, until it is killed; notes what it acknowledged.

import { setTimeout as pause } from 'node:timers/promises'

const submittersCount = 4

interface KillUnderLoad {
  /** Returns the id that the server acknowledged; undefined if it was killed before. */
  readonly submit: () => Promise<string | undefined>
  readonly acknowledged: string[]
  readonly afterMs: number
  /** Waits for the moment, once `afterMs` are over. */
  readonly untilMoment?: () => Promise<unknown>
  readonly kill: () => Promise<unknown>
}

export async function killUnderLoad(input: KillUnderLoad): Promise<void> {
  const { submit, acknowledged, afterMs, untilMoment, kill } = input
  let killed = false
  const firstAcknowledged = Promise.withResolvers<void>()
  const submitters = Array.from({ length: submittersCount }, async () => {
    while (!killed) {
      const id = await submit()
      if (id === undefined) continue
      acknowledged.push(id)
      firstAcknowledged.resolve()
    }
  })
  // On a slow machine the first answer may take longer than a round, but at least one round must get an answer.
  if (acknowledged.length === 0) await Promise.race([firstAcknowledged.promise, ...submitters])
  await pause(afterMs)
  await untilMoment?.()
  killed = true
  await kill()
  await Promise.all(submitters)
}
