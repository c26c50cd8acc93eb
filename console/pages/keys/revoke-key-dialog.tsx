// Revokes a key after stating the consequence.

import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyJson, RevokedKeyJson } from '../../../server/api/keys/key-api.ts'
import { type ListPage, useChange, useRead } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { useShow } from '../../words/show.ts'
import { LastUsed } from './last-used.tsx'
import type { KeyDialogProps } from './rotate-key-dialog.tsx'

export function RevokeKeyDialog({ item, onClose }: KeyDialogProps) {
  const { t } = useTranslation('keys')
  const show = useShow()
  const children = useRead<ListPage<KeyJson>>(`/keys/${item.id}/children`)
  const made = children.data?.items ?? []
  const [withChildren, setWithChildren] = useState(false)
  const revoke = useChange<KeyJson, RevokedKeyJson>(
    ({ id }) => ({
      path: `/keys/${id}`,
      method: 'DELETE',
      ...(withChildren ? { query: { revoke_children: 'true' } } : {}),
    }),
    { touches: ['/keys', '/approvals'] },
  )
  const confirm = () =>
    revoke.mutate(item, {
      onSuccess() {
        onClose()
        notifyDone(t('revoke.done'))
      },
    })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('revoke.title', { name: item.name })}
      text={t('revoke.text')}
      action={t('revoke.action')}
      isDangerous
      isBusy={revoke.isPending || children.isPending}
      error={revoke.error}
      onConfirm={confirm}
    >
      <Text size="sm" c="dimmed">
        <LastUsed item={item} />
      </Text>
      {made.length > 0 && (
        <Checkbox
          checked={withChildren}
          onChange={({ currentTarget: { checked } }) => setWithChildren(checked)}
          label={t('revoke.children', { count: made.length })}
          description={t('revoke.childrenHint', {
            names: show.names(made.map(({ name }) => name)),
          })}
        />
      )}
    </ConfirmDialog>
  )
}
