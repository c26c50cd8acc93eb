// Waits for a verification to end, asking the server again and again.

import { z } from 'zod'
import { AppError } from '../../server/kernel/app-error.ts'
import { CommandError } from '../command-error.ts'
import { askServer, type Server } from '../server-client.ts'
import type { Shell } from '../shell.ts'

/** What the server tells of a verification. Fields of a later version are kept as they come. */
export const receivedVerification = z.looseObject({
  id: z.string(),
  status: z.string(),
  country: z.string(),
  id_type: z.string(),
  external_ref: z.string().optional(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  score: z.object({ score: z.number(), band: z.string() }).nullish(),
  metadata: z.looseObject({}).optional(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })).optional(),
  checks: z.array(z.object({ check: z.string(), result: z.string() })).optional(),
})

export type ReceivedVerification = z.infer<typeof receivedVerification>

export interface Waiting {
  readonly id: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called after each answer that was not final. */
  readonly told: (waitedMs: number) => void
}

/** Answers mostly come within seconds; after that the pace that the API recommends is enough. */
const briskMs = 5_000
const delayBriskMs = 1_000
const delayMs = 3_000
const exchangeTimeoutMs = 30_000

/**
 * The verification as it ended, or as it was when the time was over. A server that is away for a while,
 * as in a restart, is asked again.
 * @throws RemoteRefusal, CommandError; the reason of `signal`
 */
export async function awaitResult(
  needs: { readonly server: Server; readonly shell: Pick<Shell, 'wait' | 'clock'> },
  waiting: Waiting,
): Promise<ReceivedVerification> {
  const { server, shell } = needs
  const { clock } = shell
  const startedAt = clock.now()
  const read = () =>
    askServer(server, {
      method: 'GET',
      path: `/kyc/verifications/${encodeURIComponent(waiting.id)}`,
      timeoutMs: exchangeTimeoutMs,
      signal: waiting.signal,
    })
  for (;;) {
    const waitedMs = clock.now() - startedAt
    const isLast = waitedMs >= waiting.timeoutMs
    const found = await read().catch((error: unknown) => {
      if (isLast || !isPassing(error)) throw error
    })
    const verification = found === undefined ? undefined : receivedVerification.parse(found)
    if (verification && (isLast || verification.status !== 'pending')) return verification
    waiting.told(waitedMs)
    await shell.wait(waitedMs < briskMs ? delayBriskMs : delayMs, waiting.signal)
  }
}

function isPassing(error: unknown): boolean {
  const isKnown = error instanceof AppError || error instanceof CommandError
  return isKnown && ['unreachable', 'timed_out', 'unavailable', 'rate_limited'].includes(error.code)
}
