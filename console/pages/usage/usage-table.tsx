// Usage by group with a total row, in the columns of `svc usage`. Days and months without usage are
// hidden, and counted below.

import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { useKeyNames } from '../../api/use-names.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import { isOngoing } from './period.ts'
import classes from './usage.module.css'
import { NumberHeads, Numbers } from './usage-numbers.tsx'
import { useDayText } from './use-day-text.ts'

interface UsageTableProps {
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
            <NumberHeads />
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
            <Table.Th scope="row">{t('column.total')}</Table.Th>
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

function GroupName({
  by,
  group,
}: {
  readonly by: UsageSummaryJson['group_by']
  readonly group: string
}) {
  const { t } = useTranslation('usage')
  const { t: tChart } = useTranslation('overview')
  const dayText = useDayText()
  const names = useKeyNames()
  const named = (day: string) =>
    isOngoing(group, Date.now()) ? tChart('chart.dayUnfinished', { day }) : day
  switch (by) {
    // A period by days is too short for a day to come twice.
    case 'day':
      return named(dayText.short(group))
    case 'month':
      return named(dayText.long(group))
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
