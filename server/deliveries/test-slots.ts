// Limits how many webhook tests are under way, so that the server cannot be used to flood a
// receiver.

import { AppError } from '../kernel/app-error.ts'

/** Tests under way at the same time, for one webhook ... */
export const testsOfOneMax = 2
/** ... and for all. */
export const testsMax = 8

/** Most receivers have responded by then. */
const retryAfterSeconds = 1

export interface TestSlots {
  /** @throws AppError `rate_limited` when too many tests are under way; whatever `work` throws */
  run<Result>(webhookId: string, work: () => Promise<Result>): Promise<Result>
}

/** Counts the tests of this process. */
export function createTestSlots(): TestSlots {
  const underWay: string[] = []
  return {
    async run(webhookId, work) {
      const sameWebhook = underWay.filter((id) => id === webhookId).length
      if (sameWebhook >= testsOfOneMax) throw refuse(`${sameWebhook} tests of this webhook`)
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
