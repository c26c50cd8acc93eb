// Number columns of the usage tables.

import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UsageTotalsJson } from '../../../server/api/usage/usage-api.ts'
import { useShow } from '../../words/show.ts'
import classes from './usage.module.css'

interface NumberColumn {
  readonly id: 'verified' | 'scored' | 'total' | 'billable'
  readonly value: (totals: UsageTotalsJson) => number
  /** Hidden in narrow windows. */
  readonly isExtra?: boolean
}

const columns: readonly NumberColumn[] = [
  { id: 'verified', value: (totals) => totals.by_type['kyc.verify'].quantity },
  { id: 'scored', value: (totals) => totals.by_type['score.get'].quantity },
  { id: 'total', value: (totals) => totals.quantity, isExtra: true },
  { id: 'billable', value: (totals) => totals.billable_quantity },
]

export function NumberHeads() {
  const { t } = useTranslation('usage')
  return columns.map(({ id, isExtra }) => (
    <Table.Th key={id} ta="end" className={isExtra ? classes.extra : undefined}>
      {t(`column.${id}`)}
    </Table.Th>
  ))
}

export function Numbers({ totals }: { readonly totals: UsageTotalsJson }) {
  const show = useShow()
  return columns.map(({ id, value, isExtra }) => (
    <Table.Td
      key={id}
      ta="end"
      className={`svc-number ${isExtra ? classes.extra : ''}`}
      {...(value(totals) === 0 ? { c: 'dimmed' } : {})}
    >
      {show.number(value(totals))}
    </Table.Td>
  ))
}
