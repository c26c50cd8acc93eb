// Outcome of a delivery attempt as text, and what to do about it. Only the status of the response
// is stored.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AttemptJson } from '../../../server/api/webhooks/delivery-api.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useShow } from '../../words/show.ts'
import { Facts } from './facts.tsx'

type ExchangeJson = Pick<AttemptJson, 'status_code' | 'duration_ms' | 'error'>
/** Shows the status number alone: the reason phrase of the response is not stored. */
export function useOutcome(): (exchange: Pick<ExchangeJson, 'status_code' | 'error'>) => string {
  const { t } = useTranslation('webhooks')
  const { t: tLabels } = useTranslation('labels')
  return ({ status_code: status, error }) => {
    if (status !== null) return t('exchange.status', { status })
    return error === null ? t('exchange.none') : tLabels(`deliveryError.${error}`)
  }
}

export function ExchangeWords({ exchange }: { readonly exchange: ExchangeJson }) {
  const { t } = useTranslation('webhooks')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const { status_code: status, duration_ms: duration, error } = exchange
  const outcome = useOutcome()(exchange)
  return (
    <>
      <Facts
        facts={[
          [
            t('exchange.result'),
            <StatusBadge
              key="result"
              tone={error === null ? 'approved' : 'declined'}
              label={error === null ? t('exchange.delivered') : t('exchange.notDelivered')}
            />,
          ],
          [t('exchange.answer'), status === null ? t('exchange.none') : outcome],
          [t('exchange.duration'), show.duration(duration)],
          error === null ? undefined : [t('exchange.fault'), tLabels(`deliveryError.${error}`)],
        ]}
      />
      {error !== null && (
        <Text size="sm" mt="xs">
          {error === 'bad_status' ? t(`advice.${adviceOn(status)}`) : t(`fault.${error}`)}
        </Text>
      )}
    </>
  )
}

type Advice = 'moved' | 'refused' | 'wrongPlace' | 'gone' | 'tooMany' | 'client' | 'server'

function adviceOn(status: number | null): Advice {
  if (status === null || status >= 500) return 'server'
  if (status >= 300 && status < 400) return 'moved'
  if (status === 400 || status === 401 || status === 403) return 'refused'
  if (status === 404 || status === 405) return 'wrongPlace'
  if (status === 410) return 'gone'
  return status === 429 ? 'tooMany' : 'client'
}
