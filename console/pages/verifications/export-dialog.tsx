// Export dialog: without personal data, or with it, which requires a purpose and a fresh proof.

import { Button, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AccessReason,
  listReasons,
} from '../../../server/console-api/verifications/access-reason.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useUsualSeparator } from '../../frame/csv/separator.ts'
import { SeparatorChoice } from '../../frame/csv/separator-choice.tsx'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { AskForSecondPerson } from './ask-for-second-person.tsx'
import { useExport, type WantedExport } from './use-export.ts'

interface ExportDialogProps {
  readonly environment: Environment
  /** The filter, with the server's parameter names. */
  readonly asked: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** Stays open until the download starts, so that a user who cancels the proof returns here. */
export function ExportDialog({ environment, asked, onClose }: ExportDialogProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  const { asking, ask, close } = useAsking(onClose)
  const [isPersonal, setPersonal] = useState(false)
  const [purpose, setPurpose] = useState<AccessReason | undefined>(undefined)
  const [separator, setSeparator] = useState(useUsualSeparator())
  const [isTried, setTried] = useState(false)
  const isFiltered = Object.keys(asked).length > 0
  const isAsked = asking.kind === 'asked'
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isAsked || (isPersonal && purpose === undefined)) return
    void ask({
      asked: { ...asked, environment },
      separator,
      purpose: isPersonal ? purpose : undefined,
    })
  }
  return (
    <Dialog isOpen onClose={close} title={t('list.export.title')} size={520}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{t(`list.export.${isFiltered ? 'filtered' : 'all'}.${environment}`)}</Text>
          <Kinds isPersonal={isPersonal} onChange={setPersonal} />
          {isPersonal && (
            <PurposeChoice
              purpose={purpose}
              isMissing={isTried && purpose === undefined}
              onChange={setPurpose}
            />
          )}
          <SeparatorChoice chosen={separator} onChoose={setSeparator} />
          <Text size="sm" c="dimmed">
            {t(isPersonal ? 'list.export.careful' : 'list.export.recorded')}
          </Text>
          {asking.kind === 'refused' && (
            <Refused
              error={asking.error}
              wanted={{ ...asked, environment, separator, purpose }}
              onAsked={close}
            />
          )}
          <DialogEnding>
            <Button variant="default" onClick={close}>
              {tFrame('cancel')}
            </Button>
            <Button
              type="submit"
              variant={asking.kind === 'refused' ? 'default' : 'filled'}
              loading={isAsked}
            >
              {t('list.export.open')}
            </Button>
          </DialogEnding>
        </Stack>
      </form>
    </Dialog>
  )
}

/** For an export above one person's limit: offers to request approval. */
function Refused({
  error,
  wanted,
  onAsked,
}: {
  readonly error: unknown
  readonly wanted: Readonly<Record<string, string | undefined>>
  readonly onAsked: () => void
}) {
  if (!isRefusedWith(error, 'second_person_required')) return <ErrorState error={error} />
  return <AskForSecondPerson wanted={wanted} onAsked={onAsked} />
}

type Asking =
  | { readonly kind: 'not_yet' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** Closing aborts it, as long as nothing has arrived. */
function useAsking(onClose: () => void) {
  const start = useExport()
  const [asking, setAsking] = useState<Asking>({ kind: 'not_yet' })
  const controller = useRef(new AbortController())
  async function ask(wanted: Omit<WantedExport, 'signal'>): Promise<void> {
    const { signal } = controller.current
    setAsking({ kind: 'asked' })
    try {
      await start({ ...wanted, signal })
      onClose()
    } catch (error) {
      const isOwnWill = signal.aborted || isRefusedWith(error, 'confirmation_required')
      setAsking(isOwnWill ? { kind: 'not_yet' } : { kind: 'refused', error })
    }
  }
  function close(): void {
    controller.current.abort()
    onClose()
  }
  return { asking, ask, close }
}

interface KindsProps {
  readonly isPersonal: boolean
  readonly onChange: (isPersonal: boolean) => void
}

function Kinds({ isPersonal, onChange }: KindsProps) {
  const { t } = useTranslation('verifications')
  return (
    <Radio.Group
      label={t('list.export.kind')}
      value={isPersonal ? 'personal' : 'plain'}
      onChange={(value) => onChange(value === 'personal')}
    >
      <Stack gap="sm" mt="xs">
        {(['plain', 'personal'] as const).map((kind) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`list.export.${kind}.label`)}
            description={t(`list.export.${kind}.text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface PurposeChoiceProps {
  readonly purpose: AccessReason | undefined
  readonly isMissing: boolean
  readonly onChange: (purpose: AccessReason | undefined) => void
}

function PurposeChoice({ purpose, isMissing, onChange }: PurposeChoiceProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  return (
    <NativeSelect
      label={t('list.export.purpose')}
      required
      error={isMissing && t('list.export.purposeMissing')}
      value={purpose ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange(listReasons.find((one) => one === value))
      }
      data={[
        { value: '', label: t('list.export.choose') },
        ...listReasons.map((value) => ({ value, label: tLabels(`accessReason.${value}`) })),
      ]}
    />
  )
}
