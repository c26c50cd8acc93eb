// Warns where usage counters differ from their events, says how to repair them, and offers it to who may.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UsageRecountJson } from '../../../server/console-api/usage/recount-json.ts'
import { useRead } from '../../api/use-api.ts'
import { useShow } from '../../words/show.ts'
import classes from './usage.module.css'
import { useDayText } from './use-day-text.ts'

interface RecountAlarmProps {
  /** Opens the recount that repairs from this day on; undefined for users who may not. */
  readonly onRepair: ((firstDay: string) => void) | undefined
}

export function RecountAlarm({ onRepair }: RecountAlarmProps) {
  const { t } = useTranslation('usage')
  const { data } = useRead<UsageRecountJson>('/usage/recount')
  const show = useShow()
  if (data === undefined || data.differences === 0) return null
  const { differences: count, items } = data
  const [first] = items
  return (
    <Alert
      role="alert"
      variant="light"
      classNames={{ root: classes.alarm ?? '', title: classes.alarmTitle ?? '' }}
      mb="md"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('recount.differs', { count, shown: show.number(count) })}
    >
      <Stack gap="xs">
        <Text size="sm">
          {t('recount.text')} <code className="svc-mono">svc usage recount --repair</code>
        </Text>
        {onRepair && first && (
          <Group>
            <Button size="xs" color="red" onClick={() => onRepair(first.starts_at.slice(0, 10))}>
              {t('recount.repairNow')}
            </Button>
          </Group>
        )}
        <details>
          <summary>{t('recount.which')}</summary>
          <ul>
            {items.map((item) => (
              <li
                key={`${item.span} ${item.starts_at} ${item.environment} ${item.api_key_id} ${item.type}`}
              >
                <Difference item={item} />
              </li>
            ))}
          </ul>
        </details>
      </Stack>
    </Alert>
  )
}

function Difference({ item }: { readonly item: UsageRecountJson['items'][number] }) {
  const { t } = useTranslation('usage')
  const { t: tFrame } = useTranslation('frame')
  const show = useShow()
  const dayText = useDayText()
  const { span, starts_at: startsAt } = item
  const time =
    span === 'hour' ? show.utc(startsAt) : dayText.long(startsAt.slice(0, span === 'day' ? 10 : 7))
  return t('recount.difference', {
    time,
    environment: tFrame(`environment.${item.environment}`),
    type: t(`type.${item.type}`),
    counted: show.number(item.counted_quantity),
    summed: show.number(item.summed_quantity),
  })
}
