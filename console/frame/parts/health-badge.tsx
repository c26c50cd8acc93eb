// Health of a part of the appliance, as word, icon and colour.

import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ServiceHealthJson } from '../../../server/console-api/overview/overview-json.ts'
import type { StatusTone } from '../status-colours.ts'
import { StatusBadge } from './status-badge.tsx'

/** `waiting`: the first result is not there yet, such as the first backup. */
export type HealthState = ServiceHealthJson['state'] | 'waiting'

const tones: Readonly<Record<HealthState, StatusTone>> = {
  well: 'approved',
  attention: 'error',
  down: 'declined',
  waiting: 'pending',
  not_set_up: 'neutral',
}

export function HealthBadge({ state }: { readonly state: HealthState }) {
  const { t } = useTranslation('frame')
  const icon = state === 'not_set_up' ? { icon: IconPlugConnectedX } : {}
  return <StatusBadge tone={tones[state]} label={t(`health.${state}`)} {...icon} />
}
