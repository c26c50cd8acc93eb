// The table of the time to result, day by day.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { OverviewTableProps } from './chart-panel.tsx'

export function TimesTable({ overview: { days, time_to_result: times } }: OverviewTableProps) {
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
