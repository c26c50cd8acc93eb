// Says which days the figures are of, until when, and which hours they are compared with: all in UTC, in one form of
// dates.

import { useTranslation } from 'react-i18next'
import type {
  ComparisonJson,
  PeriodJson,
} from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'

interface Scope {
  readonly period: PeriodJson
  readonly comparison: ComparisonJson
  /** When the figures were read. */
  readonly at: string
}

/** `27 Nov 2026 (UTC). As of 27 Nov 2026, 14:03 (UTC). Whole hours until ...` */
export function usePeriodText(): (scope: Scope, isCompared?: boolean) => string {
  const { t } = useTranslation('overview')
  const show = useShow()
  const days = ({ from, to }: PeriodJson) =>
    from === to
      ? t('period.day', { day: show.plainDate(from) })
      : t('period.days', { from: show.plainDate(from), to: show.plainDate(to) })
  const comparedWith = ({ hours, before, not_compared: reason }: ComparisonJson) =>
    hours === null || before === null
      ? t(`comparison.${reason ?? 'no_history'}`)
      : t('comparison.hours', {
          from: show.utcMinute(before.from),
          to: show.utcMinute(before.to),
          until: show.utcMinute(hours.to),
        })
  return ({ period, comparison, at }, isCompared = true) =>
    [
      `${days(period)}.`,
      ...(period.is_unfinished ? [t('asOf', { instant: show.utcMinute(at) })] : []),
      ...(isCompared ? [comparedWith(comparison)] : []),
    ].join(' ')
}
