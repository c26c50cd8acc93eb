// Deliveries of the last 24 hours: success rate and counts.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useShow } from '../../words/show.ts'

interface LastDayProps {
  readonly day: ConsoleWebhookJson['health']['last_day']
}

export function LastDay({ day: { delivered, failed, more } }: LastDayProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const ended = delivered + failed
  if (ended === 0) return <span>{t('lastDay.none')}</span>
  const counted = (count: number) => show.number(count) + (more ? '+' : '')
  return (
    <>
      <Text component="span" inherit display="block" className="svc-number">
        {t('lastDay.delivered', { count: delivered, number: counted(delivered) })}
      </Text>
      {failed > 0 && (
        <Text component="span" size="xs" c="var(--svc-declined)" className="svc-number">
          {t('lastDay.failed', { count: failed, number: counted(failed) })}
          {more ? '' : ` (${show.percent(failed / ended)})`}
        </Text>
      )}
    </>
  )
}
