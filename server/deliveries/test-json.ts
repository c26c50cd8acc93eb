// The wire shape of how a test of a webhook went.

import type { DeliveryError } from '../webhooks/delivery-error.ts'
import type { TestResult } from './send-test.ts'

/** How a test went; nothing of what the receiver said. */
export interface TestJson {
  readonly delivered: boolean
  readonly status_code: number | null
  readonly duration_ms: number
  readonly error: DeliveryError | null
}

export function testJson(result: TestResult): TestJson {
  return {
    delivered: result.delivered,
    status_code: result.statusCode ?? null,
    duration_ms: result.durationMs,
    error: result.error ?? null,
  }
}
