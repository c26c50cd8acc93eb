// Adds a second factor. Asks for a fresh proof first if the last one is too old, because the server
// requires it.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { CodesDialog } from './codes-dialog.tsx'
import type { EnrolledJson } from './enrolled.ts'
import { SetUpFactor } from './set-up-factor.tsx'

interface AddFactorDialogProps {
  readonly hasApp: boolean
  readonly onClose: () => void
}

export function AddFactorDialog({ hasApp, onClose }: AddFactorDialogProps) {
  const { t } = useTranslation('account')
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined)

  function finish({ recovery_codes }: EnrolledJson): void {
    queries.invalidateQueries({ predicate: ({ queryKey }) => `${queryKey[0]}`.startsWith('/me') })
    notifyDone(t('factors.done'))
    if (recovery_codes === null) onClose()
    else setCodes(recovery_codes)
  }

  if (codes !== undefined) return <CodesDialog codes={codes} onKept={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={t('factors.add')} size={520}>
      <SetUpFactor onEnrolled={finish} hasApp={hasApp} />
    </Dialog>
  )
}
