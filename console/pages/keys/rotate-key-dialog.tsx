// Rotates a key: the old one stays valid for a grace period, so that no call fails.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedKeyJson, KeyJson, KeyRotationJson } from '../../../server/api/keys/key-api.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { KeyShownDialog } from './key-shown-dialog.tsx'

export interface KeyDialogProps {
  readonly item: KeyJson
  readonly onClose: () => void
}

const hourSeconds = 60 * 60
const offered = [0, 24, 7 * 24, 30 * 24].map((hours) => hours * hourSeconds)

export function RotateKeyDialog({ item, onClose }: KeyDialogProps) {
  const { t } = useTranslation('keys')
  const rule = useRead<KeyRotationJson>('/keys/rotation')
  const usual = rule.data?.grace_seconds
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const grace = chosen ?? usual
  const rotate = useChange<number, CreatedKeyJson>(
    (seconds) => ({
      path: `/keys/${item.id}/rotate`,
      method: 'POST',
      json: { grace_seconds: seconds },
    }),
    { touches: ['/keys', '/approvals'] },
  )
  const describe = (seconds: number) => {
    const label = graceLabel(seconds)
    return seconds === usual ? t('rotate.usual', { grace: label }) : label
  }
  if (rotate.data) return <KeyShownDialog created={rotate.data} onClose={onClose} />
  function graceLabel(seconds: number): string {
    if (seconds === 0) return t('rotate.atOnce')
    const hours = seconds / hourSeconds
    if (hours % 24 === 0) return t('rotate.days', { count: hours / 24 })
    return Number.isInteger(hours)
      ? t('rotate.hours', { count: hours })
      : t('rotate.minutes', { count: Math.round(seconds / 60) })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('rotate.title', { name: item.name })}
      text={t('rotate.text')}
      action={t('rotate.action')}
      isBusy={rotate.isPending || rule.isPending}
      error={rotate.error ?? rule.error}
      onConfirm={() => grace !== undefined && rotate.mutate(grace)}
    >
      <NativeSelect
        label={t('rotate.grace')}
        description={t('rotate.graceHint')}
        disabled={grace === undefined}
        value={grace}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        data={[...new Set([...offered, ...(usual === undefined ? [] : [usual])])]
          .sort((one, other) => one - other)
          .map((seconds) => ({ value: String(seconds), label: describe(seconds) }))}
      />
    </ConfirmDialog>
  )
}
