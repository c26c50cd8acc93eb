// Ends a key at once, after saying what that means.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { KeyJson } from '../../../server/keys/key-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { tellDone } from '../../frame/parts/tell.ts'
import type { KeyDialogProps } from './rotate-key-dialog.tsx'

export function RevokeKeyDialog({ item, onClose }: KeyDialogProps) {
  const { t } = useTranslation('keys')
  const { t: tFrame } = useTranslation('frame')
  const revoke = useChange<KeyJson, KeyJson>(
    ({ id }) => ({ path: `/keys/${id}`, method: 'DELETE' }),
    { touches: ['/keys'] },
  )
  const confirm = () =>
    revoke.mutate(item, {
      onSuccess() {
        onClose()
        tellDone(t('revoke.done'), tFrame('close'))
      },
    })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('revoke.title', { name: item.name })}
      text={t('revoke.text')}
      action={t('revoke.action')}
      isDangerous
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={confirm}
    >
      <Text size="sm" c="dimmed">
        {t('columns.used')} <LastUsed item={item} />
      </Text>
    </ConfirmDialog>
  )
}

function LastUsed({ item: { last_used_at: at } }: { readonly item: KeyJson }) {
  const { t } = useTranslation('keys')
  return at === null ? t('unused') : <Instant at={at} />
}
