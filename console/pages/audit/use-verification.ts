// Verification of the chain: continues while its dialog is closed and keeps its result.

import type { VerificationProgressJson } from '../../../server/audit/audit-json.ts'
import type { AuditVerdictJson } from '../../../server/operations/audit-verdict-json.ts'
import type { ApiRefusal } from '../../api/refusal.ts'
import { useChange, useRead } from '../../api/use-api.ts'

export interface ChainCheck {
  readonly state: 'idle' | 'running' | 'done' | 'refused'
  readonly verdict: AuditVerdictJson | undefined
  readonly error: ApiRefusal | null
  /** Set while it runs, once the server has reported progress. */
  readonly progress: VerificationProgressJson | undefined
  /** @param keptHead A head stored elsewhere; empty for none. */
  start(keptHead: string): void
}

const askEveryMs = 500

export function useVerification(): ChainCheck {
  const run = useChange<string, AuditVerdictJson>(
    (head) => ({
      path: '/audit/verify',
      method: 'POST',
      json: head === '' ? {} : { head },
      deadlineMs: Number.POSITIVE_INFINITY,
    }),
    { mayBeLeft: true },
  )
  const { data } = useRead<VerificationProgressJson>('/audit/verify', {
    enabled: run.isPending,
    everyMs: askEveryMs,
  })
  return {
    state: run.isPending ? 'running' : run.isError ? 'refused' : run.isSuccess ? 'done' : 'idle',
    verdict: run.data,
    error: run.error,
    progress: run.isPending && data?.running ? data : undefined,
    start: (keptHead) => run.mutate(keptHead.trim()),
  }
}
