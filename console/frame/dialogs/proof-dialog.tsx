// Asks for a fresh proof of identity; the pending request continues afterwards.

import { Text } from '@mantine/core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi, useProofRequest } from '../../api/api-context.tsx'
import { useSession } from '../../api/session.ts'
import { DirectoryProof } from '../proof/directory-proof.tsx'
import { ProofForm } from '../proof/proof-form.tsx'
import { Dialog } from './dialog.tsx'

export function ProofDialog() {
  const { t } = useTranslation('frame')
  const desk = useProofRequest()
  const isOpen = useSyncExternalStore(desk.subscribe, desk.isAsked)
  const session = useSession()
  const isIn = session.kind === 'in' && session.me.stage === 'full'
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      isOpen={isOpen && isIn}
      onClose={() => desk.answer(false)}
      title={t('proof.title')}
      isAbove
      isBusy={isBusy}
    >
      <Text mb="md">{t('proof.text')}</Text>
      {isIn && isOpen && (
        <Question
          factors={session.me.factors}
          isOfDirectory={session.me.user.source === 'directory'}
          onBusy={setBusy}
        />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  readonly factors: readonly ('totp' | 'passkey' | 'recovery_code')[]
  /** A user of the bank's directory has no password here. */
  readonly isOfDirectory: boolean
  /** Called with true while a proof is being sent. */
  readonly onBusy: (isBusy: boolean) => void
}

function Question({ factors, isOfDirectory, onBusy }: QuestionProps) {
  const api = useApi()
  const desk = useProofRequest()
  const { t } = useTranslation('frame')
  const [error, setError] = useState<unknown>(undefined)
  const confirmed = useCallback(() => desk.answer(true), [desk])
  const ways = factors.length > 0 ? factors : (['password'] as const)
  if (isOfDirectory && factors.length === 0) return <DirectoryProof onConfirmed={confirmed} />
  return (
    <ProofForm
      ways={ways}
      action={t('proof.action')}
      challengePath="/me/confirm/passkey-challenge"
      error={error}
      onProof={async (proof) => {
        setError(undefined)
        onBusy(true)
        try {
          await api.ask('/me/confirm', { method: 'POST', json: proof })
          desk.answer(true)
        } catch (failure) {
          setError(failure)
        } finally {
          onBusy(false)
        }
      }}
    />
  )
}
