// One line a group and their sum below, in the columns of `svc usage`. Days and months that saw nothing are left
// out, and it is said how many.

import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UsageSummaryJson, UsageTotalsJson } from '../../../server/usage/usage-json.ts'
import { useKeyNames } from '../../api/use-names.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import { useShow } from '../../words/show.ts'
import classes from './usage.module.css'
import { useDayText } from './use-day-text.ts'

export interface UsageTableProps {
  readonly summary: UsageSummaryJson
  readonly label: string
}

export function UsageTable({ summary, label }: UsageTableProps) {
  const { t } = useTranslation('usage')
  const { group_by: by, items, totals } = summary
  const isTime = by === 'day' || by === 'month'
  const shown = isTime ? items.filter(({ events }) => events > 0) : items
  const idle = items.length - shown.length
  return (
    <>
      <Table fz={13} className={classes.table ?? ''} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`group.${by}`)}</Table.Th>
            {columns.map(({ id, isExtra }) => (
              <Table.Th key={id} ta="end" className={isExtra ? classes.extra : undefined}>
                {t(`column.${id}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((item) => (
            <Table.Tr key={item.group}>
              <Table.Th scope="row" fw={500} c="var(--mantine-color-text)">
                <GroupName by={by} group={item.group} />
              </Table.Th>
              <Numbers totals={item} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('total')}</Table.Th>
            <Numbers totals={totals} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      {idle > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          {t(by === 'month' ? 'idle.month' : 'idle.day', { count: idle })}
        </Text>
      )}
    </>
  )
}

interface NumberColumn {
  readonly id: 'verified' | 'scored' | 'total' | 'billable'
  readonly value: (totals: UsageTotalsJson) => number
  /** Left out in narrow windows. */
  readonly isExtra?: boolean
}

const columns: readonly NumberColumn[] = [
  { id: 'verified', value: (totals) => totals.by_type['kyc.verify'].quantity },
  { id: 'scored', value: (totals) => totals.by_type['score.get'].quantity },
  { id: 'total', value: (totals) => totals.quantity },
  { id: 'billable', value: (totals) => totals.billable_quantity, isExtra: true },
]

function Numbers({ totals }: { readonly totals: UsageTotalsJson }) {
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

function GroupName({
  by,
  group,
}: {
  readonly by: UsageSummaryJson['group_by']
  readonly group: string
}) {
  const { t } = useTranslation('usage')
  const dayText = useDayText()
  const names = useKeyNames()
  switch (by) {
    case 'day':
    case 'month':
      return dayText.long(group)
    case 'type':
      return t(group === 'score.get' ? 'type.score.get' : 'type.kyc.verify')
    case 'api_key':
      return (
        <span className={classes.named}>
          {names.get(group)} <IdText id={group} isShort />
        </span>
      )
  }
}
