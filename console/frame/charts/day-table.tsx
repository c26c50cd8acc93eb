// The table of a chart: one row a day, one column a series.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ChartDays, useDayName } from './chart-days.ts'
import classes from './charts.module.css'

export interface DayTableProps extends ChartDays {
  readonly label: string
  readonly columns: readonly {
    readonly name: string
    /** One text for each day. */
    readonly values: readonly string[]
  }[]
}

export function DayTable({ label, columns, ...shown }: DayTableProps) {
  const { t } = useTranslation('overview')
  const nameOf = useDayName(shown)
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={380}
      maxHeight={420}
      role="region"
      aria-label={t('chart.tableOf', { title: label })}
      tabIndex={0}
    >
      <Table fz={13} verticalSpacing={5} horizontalSpacing={8} className="svc-number">
        <Table.Caption className="svc-unseen">{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('chart.day')}</Table.Th>
            {columns.map(({ name }) => (
              <Table.Th key={name} scope="col" ta="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.days.map((day, index) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400} className={classes.day ?? ''}>
                {nameOf(index)}
              </Table.Th>
              {columns.map(({ name, values }) => (
                <Table.Td key={name} ta="end">
                  {values[index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
