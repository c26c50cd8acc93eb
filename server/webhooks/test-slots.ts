// Bounds how many tests of webhooks are under way: whoever asks for one waits for a receiver, and must not
// turn us against it.

import { AppError } from '../kernel/app-error.ts'

/** Tests under way at the same time, of one webhook ... */
export const testsOfOneMax = 2
/** ... and of all. */
export const testsMax = 8

/** Most receivers have answered by then. */
const retryAfterSeconds = 1

export interface TestSlots {
  /** @throws AppError `rate_limited` when there are as many as there may be, and what `work` throws */
  run<Result>(webhookId: string, work: () => Promise<Result>): Promise<Result>
}

/** For the requests of one process. */
export function createTestSlots(): TestSlots {
  const underWay: string[] = []
  return {
    async run(webhookId, work) {
      const ofThis = underWay.filter((id) => id === webhookId).length
      if (ofThis >= testsOfOneMax) throw refuse(`${ofThis} tests of this webhook`)
      if (underWay.length >= testsMax) throw refuse(`${underWay.length} tests of webhooks`)
      underWay.push(webhookId)
      try {
        return await work()
      } finally {
        underWay.splice(underWay.indexOf(webhookId), 1)
      }
    },
  }
}

function refuse(what: string): AppError {
  const message = `${what} are under way. Try again when they have ended.`
  return new AppError('rate_limited', message, { retryAfterSeconds })
}
