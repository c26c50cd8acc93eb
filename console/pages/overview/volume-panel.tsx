// Verifications per day, by status.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { ChartPanel } from '../../frame/charts/chart-panel.tsx'
import { StackedChart } from '../../frame/charts/stacked-chart.tsx'
import { toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'

/** From the bottom of a bar. */
const statuses = ['approved', 'declined', 'error', 'pending'] as const

export function VolumePanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const { figures, pending, days } = overview
  const shown = { days, isUnfinished: overview.period.is_unfinished }
  const byDay = (status: (typeof statuses)[number]) =>
    status === 'pending' ? pending.by_day : figures[status].by_day
  const isEmpty = statuses.every((status) => byDay(status).every((count) => count === 0))
  const columns = (['submitted', ...statuses] as const).map((name) => ({
    name: t(`figures.${name}`),
    values: (name === 'submitted' ? figures.submitted.by_day : byDay(name)).map((count) =>
      show.number(count),
    ),
  }))
  return (
    <ChartPanel
      title={t('volume.title')}
      text={t('volume.text')}
      chart={
        <StackedChart
          {...shown}
          label={t('volume.label')}
          series={statuses.map((status) => ({
            name: t(`figures.${status}`),
            colour: toneFill(status),
            byDay: byDay(status),
          }))}
        />
      }
      table={{ ...shown, columns }}
      nothing={isEmpty ? t('nothing') : undefined}
    />
  )
}
