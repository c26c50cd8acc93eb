// Time to result, day by day.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { OverviewChartPanel } from './chart-panel.tsx'
import { TimesChart } from './times-chart.tsx'

export function TimesPanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const isEmpty = overview.time_to_result.median_ms === null
  return (
    <OverviewChartPanel
      title={t('times.title')}
      text={t('times.text')}
      chart={<TimesChart overview={overview} />}
      loadTable={loadTable}
      overview={overview}
      nothing={isEmpty ? t('nothing') : undefined}
    />
  )
}

async function loadTable() {
  return (await import('./times-table.tsx')).TimesTable
}
