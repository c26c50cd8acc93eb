// Saves the case file as a PDF: asks for the reason (recorded), can be cancelled, and shows the
// digest that is in the audit log.

import { Button, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessReason } from '../../../server/console-api/verifications/access-reason.ts'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { saveFile } from '../../frame/save-file.ts'
import type { ShownPerson } from './use-person.ts'

interface CaseFileDialogProps {
  readonly opened: Pick<VerificationScreenJson, 'id'>
  readonly person: Pick<ShownPerson, 'reason' | 'isClaimed' | 'askedReasons'>
  readonly onClose: () => void
}

type Making =
  | { readonly kind: 'asked'; readonly error: unknown }
  | { readonly kind: 'making' }
  | { readonly kind: 'made'; readonly digest: string | undefined }

export function CaseFileDialog({ opened, person, onClose }: CaseFileDialogProps) {
  const { t } = useTranslation('verifications')
  const { t: tReviews } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const { t: tFrame } = useTranslation('frame')
  const { isClaimed, askedReasons } = person
  const reasons = isClaimed ? (['review', ...askedReasons] as const) : askedReasons
  const [reason, setReason] = useState(person.reason ?? (isClaimed ? 'review' : undefined))
  const { making, make } = useCaseFile(opened.id)
  return (
    <Dialog isOpen onClose={onClose} title={t('detail.caseFile.action')}>
      {making.kind === 'made' ? (
        <Made digest={making.digest} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text>{t('detail.caseFile.text')}</Text>
          <NativeSelect
            label={t('detail.person.why')}
            value={reason ?? ''}
            disabled={making.kind === 'making'}
            onChange={({ currentTarget: { value } }) =>
              setReason(reasons.find((one) => one === value))
            }
            data={[
              ...(reason === undefined ? [{ value: '', label: tReviews('panel.choose') }] : []),
              ...reasons.map((one) => ({ value: one, label: tLabels(`accessReason.${one}`) })),
            ]}
          />
          {making.kind === 'making' && <Making />}
          {making.kind === 'asked' && making.error !== null && <ErrorState error={making.error} />}
          <DialogEnding>
            <Button variant="default" onClick={onClose}>
              {tFrame('cancel')}
            </Button>
            <Button
              disabled={making.kind === 'making' || reason === undefined}
              onClick={() => reason !== undefined && make(reason)}
            >
              {t('detail.caseFile.action')}
            </Button>
          </DialogEnding>
        </Stack>
      )}
    </Dialog>
  )
}

function Making() {
  const { t } = useTranslation('verifications')
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {t('detail.caseFile.making')}
      </Text>
      <Progress value={100} animated aria-hidden />
    </div>
  )
}

interface MadeProps {
  readonly digest: string | undefined
  readonly onClose: () => void
}

function Made({ digest, onClose }: MadeProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  return (
    <Stack gap="md" role="status">
      <Text>{t('detail.caseFile.made')}</Text>
      {digest !== undefined && (
        <div>
          <Text size="sm" c="dimmed">
            SHA-256
          </Text>
          <IdText id={digest} isShort />
        </div>
      )}
      <Button onClick={onClose}>{tFrame('close')}</Button>
    </Stack>
  )
}

/** Closing the dialog aborts it. */
function useCaseFile(id: string) {
  const api = useApi()
  const { i18n } = useTranslation()
  const [making, setMaking] = useState<Making>({ kind: 'asked', error: null })
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])
  async function make(reason: AccessReason): Promise<void> {
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    setMaking({ kind: 'making' })
    const path = `/verifications/${id}/case-file`
    const json = { reason, language: i18n.language }
    try {
      const file = await api.askForFile(path, { method: 'POST', json, signal })
      saveFile(file, `${id}.pdf`)
      setMaking({ kind: 'made', digest: await digestOf(file) })
    } catch (error) {
      if (!signal.aborted) setMaking({ kind: 'asked', error })
    }
  }
  return { making, make }
}

/** Browsers compute digests only on https pages, or from this machine. */
async function digestOf(file: Blob): Promise<string | undefined> {
  if (globalThis.crypto.subtle === undefined) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
