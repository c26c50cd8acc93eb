// Verifications per day, by status.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useShow } from '../../words/show.ts'
import { ChartPanel } from './chart-panel.tsx'
import classes from './overview.module.css'
import { stackedStatuses } from './stacked-statuses.ts'
import { VolumeChart } from './volume-chart.tsx'

export function VolumePanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const { figures } = overview
  const isEmpty = stackedStatuses.every((status) =>
    figures[status].by_day.every((count) => count === 0),
  )
  return (
    <ChartPanel
      title={t('volume.title')}
      text={t('volume.text')}
      chart={<VolumeChart overview={overview} />}
      table={<DayTable overview={overview} />}
      nothing={isEmpty ? t('nothing') : undefined}
    />
  )
}

const columns = ['submitted', ...stackedStatuses] as const

function DayTable({ overview: { days, figures } }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={380}
      role="region"
      aria-label={t('volume.table')}
      tabIndex={0}
    >
      <Table fz={13} verticalSpacing={5} horizontalSpacing={8} className="svc-number">
        <Table.Caption className="svc-unseen">{t('volume.title')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('chart.day')}</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name} scope="col" ta="end">
                {t(`figures.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day, index) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400} className={classes.day ?? ''}>
                {show.day(day)}
              </Table.Th>
              {columns.map((name) => (
                <Table.Td key={name} ta="end">
                  {show.number(figures[name].by_day[index] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
