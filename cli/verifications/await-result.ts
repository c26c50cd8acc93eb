// Polls the server until a verification has completed.

import { z } from 'zod'
import { AppError } from '../../server/kernel/app-error.ts'
import { CommandError } from '../command-error.ts'
import { askServer, type Server } from '../server-client.ts'
import type { Shell } from '../shell.ts'

/** It is personal data: mask it before it is shown. */
const receivedDocument = z.looseObject({
  verdict: z.string(),
  source: z.string().nullable(),
  format: z.string().nullable(),
  issuing_state: z.string().nullable(),
  number: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  expiry_date: z.string().nullable(),
})

/** A verification as the server sends it; what is not shown here is kept, at every depth, for --json. */
export const receivedVerification = z.looseObject({
  id: z.string(),
  status: z.string(),
  country: z.string(),
  id_type: z.string(),
  external_ref: z.string().optional(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
  score: z.looseObject({ score: z.number(), band: z.string() }).nullish(),
  review: z
    .looseObject({
      state: z.string(),
      outcome: z.string().nullable(),
      reason_codes: z.array(z.string()),
    })
    .nullish(),
  metadata: z.looseObject({}).optional(),
  reasons: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
  checks: z
    .array(
      z.looseObject({ check: z.string(), result: z.string(), reason: z.string().exactOptional() }),
    )
    .optional(),
  document: receivedDocument.nullish(),
})

export type ReceivedVerification = z.infer<typeof receivedVerification>

interface Waiting {
  readonly id: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called after each answer that was not final. */
  readonly onPending: (waitedMs: number) => void
}

/** Most results come within seconds; after that the API's recommended pace is enough. */
const briskMs = 5_000
const delayBriskMs = 1_000
const delayMs = 3_000
const requestTimeoutMs = 30_000

/**
 * Returns the completed verification, or the pending one once the time is over. Keeps asking while the server
 * is away, as during a restart.
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
      timeoutMs: requestTimeoutMs,
      signal: waiting.signal,
    })
  for (;;) {
    const waitedMs = clock.now() - startedAt
    const isLast = waitedMs >= waiting.timeoutMs
    const answer = await read().catch((error: unknown) => {
      if (isLast || !isTemporary(error)) throw error
    })
    const verification = answer === undefined ? undefined : receivedVerification.parse(answer)
    if (verification && (isLast || verification.status !== 'pending')) return verification
    waiting.onPending(waitedMs)
    await shell.wait(waitedMs < briskMs ? delayBriskMs : delayMs, waiting.signal)
  }
}

function isTemporary(error: unknown): boolean {
  const isKnown = error instanceof AppError || error instanceof CommandError
  return isKnown && ['unreachable', 'timed_out', 'unavailable', 'rate_limited'].includes(error.code)
}
