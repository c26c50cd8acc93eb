// The table of verifications per day, by status.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { OverviewTableProps } from './chart-panel.tsx'
import classes from './overview.module.css'
import { stackedStatuses } from './stacked-statuses.ts'

const columns = ['submitted', ...stackedStatuses] as const

export function VolumeTable({ overview: { days, figures } }: OverviewTableProps) {
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
