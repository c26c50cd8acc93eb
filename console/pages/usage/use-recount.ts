// A recount: continues while its dialog is closed and keeps its result.

import type {
  UsageRecountJson,
  UsageRecountResultJson,
} from '../../../server/console-api/usage/recount-json.ts'
import type { ApiRefusal } from '../../api/refusal.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import type { CustomDays } from '../../frame/period/custom-days.ts'
import { spanOfDays } from './period.ts'

export interface Recount {
  readonly state: 'idle' | 'running' | 'done' | 'refused'
  readonly result: UsageRecountResultJson | undefined
  readonly error: ApiRefusal | null
  /** In days; null until the server has reported it. */
  readonly progress: UsageRecountJson['running']
  start(days: CustomDays, repair: boolean): void
}

const askEveryMs = 500

export function useRecount(): Recount {
  const run = useChange<
    { readonly days: CustomDays; readonly repair: boolean },
    UsageRecountResultJson
  >(
    ({ days, repair }) => ({
      path: '/usage/recount',
      method: 'POST',
      json: { ...spanOfDays(days), repair },
      deadlineMs: Number.POSITIVE_INFINITY,
    }),
    { touches: ['/usage'], mayBeLeft: true },
  )
  const { data } = useRead<UsageRecountJson>('/usage/recount', {
    enabled: run.isPending,
    everyMs: askEveryMs,
  })
  return {
    state: run.isPending ? 'running' : run.isError ? 'refused' : run.isSuccess ? 'done' : 'idle',
    result: run.data,
    error: run.error,
    progress: data?.running ?? null,
    start: (days, repair) => run.mutate({ days, repair }),
  }
}
