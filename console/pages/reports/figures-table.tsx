// A table of figures beside the same hours before.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDelta } from '../../frame/charts/delta.tsx'
import { useShow } from '../../words/show.ts'
import classes from './reports.module.css'

interface Row {
  readonly name: string
  readonly total: number
  readonly compared: number | null
  readonly before: number | null
  /** Of the figure in a chart. */
  readonly colour?: string
}

interface FiguresTableProps {
  readonly label: string
  readonly rows: readonly Row[]
}

export function FiguresTable({ label, rows }: FiguresTableProps) {
  const { t } = useTranslation('reports')
  const show = useShow()
  const delta = useDelta()
  const isCompared = rows.some(({ before }) => before !== null)
  const said = (value: number | null) => (value === null ? '–' : show.number(value))
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={isCompared ? 420 : 200}
      role="region"
      aria-label={t('tableOf', { title: label })}
      tabIndex={0}
    >
      <Table fz={13} verticalSpacing={5} horizontalSpacing={8} className="svc-number">
        <Table.Caption className="svc-unseen">{label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('column.name')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('column.total')}
            </Table.Th>
            {isCompared &&
              (['compared', 'before', 'change'] as const).map((name) => (
                <Table.Th key={name} scope="col" ta="end">
                  {t(`column.${name}`)}
                </Table.Th>
              ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.name}>
              <Table.Th scope="row" fw={400}>
                <span className={classes.name}>
                  {row.colour !== undefined && (
                    <span className={classes.mark} style={{ background: row.colour }} aria-hidden />
                  )}
                  {row.name}
                </span>
              </Table.Th>
              <Table.Td ta="end">{show.number(row.total)}</Table.Td>
              {isCompared && (
                <>
                  <Table.Td ta="end">{said(row.compared)}</Table.Td>
                  <Table.Td ta="end">{said(row.before)}</Table.Td>
                  <Table.Td ta="end">{delta(row) ?? '–'}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
