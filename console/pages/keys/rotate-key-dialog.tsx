// Puts another key in the place of one, which goes on working for a while so that no call fails meanwhile.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedKeyJson, KeyJson } from '../../../server/keys/key-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { KeyShownDialog } from './key-shown-dialog.tsx'

export interface KeyDialogProps {
  readonly item: KeyJson
  readonly onClose: () => void
}

const daySeconds = 24 * 60 * 60

export function RotateKeyDialog({ item, onClose }: KeyDialogProps) {
  const { t } = useTranslation('keys')
  const [grace, setGrace] = useState(String(daySeconds))
  const rotate = useChange<number, CreatedKeyJson>(
    (seconds) => ({
      path: `/keys/${item.id}/rotate`,
      method: 'POST',
      json: { grace_seconds: seconds },
    }),
    { touches: ['/keys'] },
  )
  if (rotate.data) return <KeyShownDialog created={rotate.data} onClose={onClose} />
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('rotate.title', { name: item.name })}
      text={t('rotate.text')}
      action={t('rotate.action')}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(Number(grace))}
    >
      <NativeSelect
        label={t('rotate.grace')}
        value={grace}
        onChange={(event) => setGrace(event.currentTarget.value)}
        data={[
          { value: '0', label: t('rotate.atOnce') },
          ...[1, 7, 30].map((count) => ({
            value: String(count * daySeconds),
            label: t('rotate.days', { count }),
          })),
        ]}
      />
    </ConfirmDialog>
  )
}
