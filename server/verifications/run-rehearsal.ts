// The job behind a verification of the sandbox that was to be pending first: ends it as it would have
// ended at once. It may run twice; only the first run finds it pending.

import { z } from 'zod'
import type { Keyring } from '../crypto/keyring.ts'
import type { Db } from '../db/transaction.ts'
import type { Job } from '../jobs/job.ts'
import type { JobHandler, JobOutcome } from '../jobs/job-handler.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Scoring } from '../scoring/score.ts'
import {
  type ConcludeNeeds,
  concludeVerification,
  type Ending,
  type Scored,
} from './conclude-verification.ts'
import { openCaseParts, tryOpenDataKey } from './open-case.ts'
import { rehearse } from './rehearse.ts'
import { sandboxOutcomes } from './sandbox-outcome.ts'
import type { Conclusion } from './verification.ts'
import { findVerification } from './verification-view.ts'

export interface RehearsalNeeds extends Omit<ConcludeNeeds, 'onConcluded'> {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
}

const payloadShape = z.object({ verificationId: z.string(), outcome: z.enum(sandboxOutcomes) })

export function runRehearsalHandler(parts: RehearsalNeeds): JobHandler {
  // Nobody reviews what never was.
  const needs = { ...parts, onConcluded: async () => {} }
  return {
    timeoutMs: 30_000,
    run: (job) => run(needs, job),
    async abandon(trx, job, reason) {
      const { verificationId } = payloadShape.parse(job.payload)
      const dataKey = await tryOpenDataKey(needs, trx, verificationId)
      const conclusion = inError('internal_error')
      const ending = { conclusion, answer: { sandbox: true, abandoned: reason }, dataKey }
      await concludeVerification(needs, verificationId, ending)(trx)
    },
  }
}

async function run(needs: ConcludeNeeds & RehearsalNeeds, job: Job): Promise<JobOutcome> {
  const { verificationId: id, outcome } = payloadShape.parse(job.payload)
  const { reader } = needs.db
  const verification = await findVerification(reader, id)
  if (verification?.status !== 'pending') return { kind: 'done', reason: 'nothing_to_do' }
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const parts = await openCaseParts(needs, id)
  const end = (ending: Ending): JobOutcome => ({
    kind: 'done',
    reason: ending.conclusion.status,
    commit: concludeVerification(needs, id, ending),
  })
  if (!dataKey || !parts) {
    return end({
      conclusion: inError('evidence_unreadable'),
      answer: undefined,
      dataKey: undefined,
    })
  }
  const { country, idType } = verification
  const scoreRequested = verification.scoring.state === 'requested'
  const asked = { country, idType, claims: parts.claims, scoreRequested, outcome }
  const { conclusion, answer, scoring } = rehearse(asked, needs.clock.now())
  const { ResultCode: resultCode } = answer
  const scored = scoredOf(scoring)
  return end({
    conclusion,
    answer,
    dataKey,
    ...(resultCode === undefined ? {} : { resultCode }),
    ...(scored === undefined ? {} : { scored }),
  })
}

function scoredOf(scoring: Scoring): Scored | undefined {
  switch (scoring.state) {
    case 'attached':
      return { kind: 'scored', score: scoring.score }
    case 'skipped':
      return { kind: 'unavailable' }
    default:
      return undefined
  }
}

function inError(reason: 'internal_error' | 'evidence_unreadable'): Conclusion {
  return { status: 'error', reasons: [reason], checks: [] }
}
