// A recount of days of usage, with a repair if that is asked for.

import type {
  UsageRecountJson,
  UsageRecountResultJson,
} from '../../../server/console-api/usage/recount-json.ts'
import { type LongWork, useLongWork } from '../../api/use-long-work.ts'
import type { CustomDays } from '../../frame/period/custom-days.ts'
import { spanOfDays } from './period.ts'

export interface RecountRequest {
  readonly days: CustomDays
  readonly repair: boolean
}

export type Recount = LongWork<RecountRequest, UsageRecountResultJson, UsageRecountJson>

export function useRecount(): Recount {
  return useLongWork('/usage/recount', ({ days, repair }) => ({ ...spanOfDays(days), repair }), [
    '/usage',
  ])
}
