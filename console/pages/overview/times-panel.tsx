// Time to result, day by day.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'
import { ChartPanel } from './chart-panel.tsx'
import { TimesChart } from './times-chart.tsx'

export function TimesPanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const isEmpty = overview.time_to_result.median_ms === null
  return (
    <ChartPanel
      title={t('times.title')}
      text={t('times.text')}
      chart={<TimesChart overview={overview} />}
      table={<DayTable overview={overview} />}
      nothing={isEmpty ? t('nothing') : undefined}
    />
  )
}

function DayTable({ overview: { days, time_to_result: times } }: TimesProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const said = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : show.duration(value)
  return (
    <Table fz={13} verticalSpacing={5} horizontalSpacing={8} className="svc-number">
      <Table.Caption className="svc-unseen">{t('times.title')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('chart.day')}</Table.Th>
          <Table.Th scope="col" ta="end">
            {t('times.median')}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {t('times.p95')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.map((day, index) => (
          <Table.Tr key={day}>
            <Table.Th scope="row" fw={400}>
              {show.day(day)}
            </Table.Th>
            <Table.Td ta="end">{said(times.by_day[index]?.median_ms)}</Table.Td>
            <Table.Td ta="end">{said(times.by_day[index]?.p95_ms)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface TimesProps {
  readonly overview: OverviewJson
}
