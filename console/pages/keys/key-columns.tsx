// What the list says of each key.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { KeyJson } from '../../../server/keys/key-json.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import classes from './keys.module.css'

const tones: Readonly<Record<KeyJson['status'], StatusTone>> = {
  active: 'approved',
  revoked: 'declined',
  expired: 'neutral',
}

export function useKeyColumns(): readonly Column<KeyJson>[] {
  const { t } = useTranslation('keys')
  const { t: tFrame } = useTranslation('frame')
  return [
    { id: 'name', title: t('columns.name'), show: (item) => <Name item={item} /> },
    {
      id: 'environment',
      title: tFrame('environment.label'),
      show: (item) => tFrame(`environment.${item.environment}`),
      width: 120,
      fromWidth: 1200,
    },
    {
      id: 'status',
      title: t('columns.status'),
      show: (item) => <StatusBadge tone={tones[item.status]} label={t(`status.${item.status}`)} />,
      width: 110,
    },
    {
      id: 'scopes',
      title: t('columns.scopes'),
      show: (item) => <span className="svc-mono">{item.scopes.join(', ')}</span>,
      fromWidth: 1200,
    },
    {
      id: 'expires',
      title: t('columns.expires'),
      show: (item) =>
        item.expires_at === null ? t('expiry.never') : <Instant at={item.expires_at} />,
      width: 150,
      fromWidth: 900,
    },
    {
      id: 'used',
      title: t('columns.used'),
      show: (item) =>
        item.last_used_at === null ? t('unused') : <Instant at={item.last_used_at} isRelative />,
      width: 120,
      fromWidth: 900,
    },
  ]
}

function Name({ item }: { readonly item: KeyJson }) {
  const { t } = useTranslation('keys')
  const { length } = item.allowed_cidrs
  return (
    <>
      <Text component="span" size="sm" fw={500} display="block">
        {item.name}
      </Text>
      <Text component="span" c="dimmed" className={`svc-mono ${classes.hint}`} display="block">
        {item.hint}
      </Text>
      {length > 0 && (
        <Text component="span" size="xs" c="dimmed" title={item.allowed_cidrs.join(', ')}>
          {t('limited', { count: length })}
        </Text>
      )}
    </>
  )
}
