// State of a delivery.

import { useTranslation } from 'react-i18next'
import type { DeliveryJson } from '../../../server/api/webhooks/delivery-api.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'

const tones: Readonly<Record<DeliveryJson['status'], StatusTone>> = {
  pending: 'pending',
  delivered: 'approved',
  failed: 'declined',
  cancelled: 'neutral',
}

export function DeliveryBadge({ status }: Pick<DeliveryJson, 'status'>) {
  const { t } = useTranslation('webhooks')
  return <StatusBadge tone={tones[status]} label={t(`deliveryState.${status}`)} />
}
