// Verifies the chain of the log, optionally against a stored head, with progress and result.

import { Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { WorkProgress } from '../../frame/parts/work-progress.tsx'
import { useShow } from '../../words/show.ts'
import classes from './audit.module.css'
import { ChainVerdictAlert } from './chain-verdict.tsx'
import type { ChainCheck } from './use-verification.ts'

interface VerifyDialogProps {
  readonly verification: ChainCheck
  readonly onClose: () => void
}

export function VerifyDialog({ verification, onClose }: VerifyDialogProps) {
  const { t } = useTranslation('audit')
  const { state, result, error } = verification
  // Outlives the form, which is not there while the log is checked: a mistyped head is corrected, not typed again.
  const [head, setHead] = useState('')
  return (
    <Dialog isOpen onClose={onClose} title={t('verify.open')} size={560}>
      <Stack gap="md">
        {state !== 'done' && <Text>{t('verify.text')}</Text>}
        <div aria-live="polite" className={classes.live}>
          {state === 'running' && <Checking verification={verification} />}
          {state === 'done' && result !== undefined && <ChainVerdictAlert verdict={result} />}
        </div>
        {state === 'refused' && !isOfHead(error) && <ErrorState error={error} />}
        {state !== 'running' && (
          <Asking verification={verification} head={head} onType={setHead} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  )
}

interface AskingProps extends VerifyDialogProps {
  readonly head: string
  readonly onType: (head: string) => void
}

function Asking({ verification, head, onType, onClose }: AskingProps) {
  const { t } = useTranslation('audit')
  const { state, error, start } = verification
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(head)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('verify.head')}
          description={t('verify.headHint')}
          placeholder="1234:9f86d081…"
          dir="ltr"
          value={head}
          error={state === 'refused' && isOfHead(error) && t('verify.wrongHead')}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <FormEnding
          action={t(state === 'done' ? 'verify.again' : 'verify.open')}
          isDone={state === 'done'}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

function isOfHead(error: ChainCheck['error']): boolean {
  return error?.parts.details.some(({ param }) => param === 'head') ?? false
}

function Checking({ verification: { progress } }: Pick<VerifyDialogProps, 'verification'>) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const { checked = 0, entries = 0, rows = 0 } = progress?.running ? progress : {}
  const count = { checked: show.number(checked), entries: show.number(entries) }
  return (
    <WorkProgress
      label={t('verify.progress')}
      done={checked}
      total={entries}
      text={
        entries === 0
          ? t('verify.begins')
          : rows === 0
            ? t('verify.checked', count)
            : t('verify.compared', { count: rows, shown: show.number(rows) })
      }
      hint={t('verify.leave')}
    />
  )
}
