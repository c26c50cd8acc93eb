// Shows the text of a key once.

import { useTranslation } from 'react-i18next'
import type { CreatedKeyJson } from '../../../server/api/keys/key-api.ts'
import { SecretShownDialog } from '../../frame/dialogs/secret-shown-dialog.tsx'

interface KeyShownDialogProps {
  readonly created: CreatedKeyJson
  readonly onClose: () => void
}

export function KeyShownDialog({ created, onClose }: KeyShownDialogProps) {
  const { t } = useTranslation('keys')
  return (
    <SecretShownDialog
      title={t('shown.title')}
      text={[
        t('shown.text', { name: created.name }),
        ...(created.status === 'awaiting_approval' ? [t('shown.waits')] : []),
      ].join(' ')}
      secret={created.key}
      fileName={`${created.id}.txt`}
      labels={{
        copy: t('shown.copy'),
        download: t('shown.download'),
        kept: t('shown.kept'),
        keepFirst: t('shown.keepFirst'),
        done: t('shown.done'),
      }}
      onClose={onClose}
    />
  )
}
