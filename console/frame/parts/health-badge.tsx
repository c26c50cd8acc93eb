// Health of a part of the appliance, as word, icon and colour.

import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ServiceHealthJson } from '../../../server/console-api/overview/overview-json.ts'
import type { StatusTone } from '../status-colours.ts'
import { StatusBadge } from './status-badge.tsx'

export type HealthState = ServiceHealthJson['state']

const tones: Readonly<Record<HealthState, StatusTone>> = {
  well: 'approved',
  attention: 'error',
  down: 'declined',
  not_set_up: 'neutral',
}

export function HealthBadge({ state }: { readonly state: HealthState }) {
  const { t } = useTranslation('frame')
  const icon = state === 'not_set_up' ? { icon: IconPlugConnectedX } : {}
  return <StatusBadge tone={tones[state]} label={t(`health.${state}`)} {...icon} />
}
