// Says which days the figures are of, and which hours they are compared with.

import { useTranslation } from 'react-i18next'
import type {
  ComparisonJson,
  PeriodJson,
} from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'

interface PeriodText {
  /** `17 Nov 2026 to 23 Nov 2026 (UTC)` */
  days(period: PeriodJson): string
  comparison(comparison: ComparisonJson): string
}

export function usePeriodText(): PeriodText {
  const { t } = useTranslation('overview')
  const show = useShow()
  return {
    days: ({ from, to }) =>
      from === to
        ? t('period.day', { day: show.plainDate(from) })
        : t('period.days', { from: show.plainDate(from), to: show.plainDate(to) }),
    comparison: ({ hours, before, not_compared: reason }) =>
      hours === null || before === null
        ? t(`comparison.${reason ?? 'no_history'}`)
        : t('comparison.hours', {
            from: show.utcHour(before.from),
            to: show.utcHour(before.to),
            until: show.utcHour(hours.to),
          }),
  }
}
