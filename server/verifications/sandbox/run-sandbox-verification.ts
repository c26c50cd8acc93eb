// The job of a sandbox verification with a delay: completes it when the delay is over. It may run twice; the second
// run finds the verification completed and does nothing.

import { z } from 'zod'
import type { Appliance } from '../../appliance.ts'
import { tryOpenDataKey } from '../../data-keys/open-data-key.ts'
import type { Job } from '../../jobs/job.ts'
import type { JobHandler, JobOutcome } from '../../jobs/job-handler.ts'
import type { Scoring } from '../../scoring/score.ts'
import {
  type Completion,
  completeVerification,
  type Scored,
} from '../completion/complete-verification.ts'
import { checksNotDone } from '../completion/decide.ts'
import type { FollowNeeds } from '../completion/follow-outcome.ts'
import { findClaims, openEncryptedColumns } from '../open-verification.ts'
import type { Claims, Outcome } from '../verification.ts'
import { findVerification } from '../verification-view.ts'
import { sandboxOutcomes } from './sandbox-outcome.ts'
import { simulateVerification } from './simulate-verification.ts'

type SandboxJobNeeds = FollowNeeds & Pick<Appliance, 'db'>

const payloadShape = z.object({ verificationId: z.string(), outcome: z.enum(sandboxOutcomes) })

export function sandboxVerificationHandler(needs: SandboxJobNeeds): JobHandler {
  return {
    timeoutMs: 30_000,
    run: (job) => run(needs, job),
    async abandon(trx, job, reason) {
      const { verificationId } = payloadShape.parse(job.payload)
      const dataKey = await tryOpenDataKey(needs, trx, verificationId)
      const outcome = errorOutcome('internal_error', await findClaims(trx, dataKey, verificationId))
      const completion = { outcome, answer: { sandbox: true, abandoned: reason }, dataKey }
      await completeVerification(needs, verificationId, completion)(trx)
    },
  }
}

async function run(needs: SandboxJobNeeds, job: Job): Promise<JobOutcome> {
  const { verificationId: id, outcome: sandboxOutcome } = payloadShape.parse(job.payload)
  const { reader } = needs.db
  const verification = await findVerification(reader, id)
  if (verification?.status !== 'pending') return { kind: 'done', reason: 'nothing_to_do' }
  const dataKey = await tryOpenDataKey(needs, reader, id)
  const decrypted = await openEncryptedColumns(needs, id)
  const complete = (completion: Completion): JobOutcome => ({
    kind: 'done',
    reason: completion.outcome.status,
    commit: completeVerification(needs, id, completion),
  })
  if (!dataKey || !decrypted) {
    return complete({
      outcome: errorOutcome('evidence_unreadable'),
      answer: undefined,
      dataKey: undefined,
    })
  }
  const { country, idType } = verification
  const scoreRequested = verification.scoring.state === 'requested'
  const { claims } = decrypted
  const submission = { country, idType, claims, scoreRequested, outcome: sandboxOutcome }
  const { outcome, answer, scoring } = simulateVerification(submission, needs.clock.now())
  const { ResultCode: resultCode } = answer
  const scored = scoredOf(scoring)
  return complete({
    outcome,
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

function errorOutcome(reason: 'internal_error' | 'evidence_unreadable', claims?: Claims): Outcome {
  return { status: 'error', reasons: [reason], checks: checksNotDone(claims, []) }
}
