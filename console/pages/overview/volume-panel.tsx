// Verifications per day, by status.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { OverviewChartPanel } from './chart-panel.tsx'
import { stackedStatuses } from './stacked-statuses.ts'
import { VolumeChart } from './volume-chart.tsx'

export function VolumePanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const { figures } = overview
  const isEmpty = stackedStatuses.every((status) =>
    figures[status].by_day.every((count) => count === 0),
  )
  return (
    <OverviewChartPanel
      title={t('volume.title')}
      text={t('volume.text')}
      chart={<VolumeChart overview={overview} />}
      loadTable={loadTable}
      overview={overview}
      nothing={isEmpty ? t('nothing') : undefined}
    />
  )
}

async function loadTable() {
  return (await import('./volume-table.tsx')).VolumeTable
}
