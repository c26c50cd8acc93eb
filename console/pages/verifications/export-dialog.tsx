// Asks what is to be taken out of the list: what it shows, or with it who the people are, which wants a
// purpose and a fresh proof.

import { Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonalExportJson } from '../../../server/console-api/case-list-json.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import type { Environment } from '../../frame/environment.tsx'
import { useExport } from './use-export.tsx'

type Purpose = PersonalExportJson['purpose']

const purposes = [
  'review',
  'customer_request',
  'complaint',
  'audit',
  'investigation',
] as const satisfies Purpose[]

export interface ExportDialogProps {
  readonly environment: Environment
  /** The filter, under the server's names. */
  readonly asked: Readonly<Record<string, string>>
  readonly onClose: () => void
}

export function ExportDialog({ environment, asked, onClose }: ExportDialogProps) {
  const { t } = useTranslation('cases')
  const { t: tFrame } = useTranslation('frame')
  const start = useExport()
  const [isPersonal, setPersonal] = useState(false)
  const [purpose, setPurpose] = useState<Purpose | undefined>(undefined)
  const [isTried, setTried] = useState(false)
  const isFiltered = Object.keys(asked).length > 0
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isPersonal && purpose === undefined) return
    start({ asked: { ...asked, environment }, purpose: isPersonal ? purpose : undefined })
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('list.export.title')} size={520}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{t(`list.export.${isFiltered ? 'filtered' : 'all'}.${environment}`)}</Text>
          <Kinds isPersonal={isPersonal} onChange={setPersonal} />
          {isPersonal && (
            <PersonalPart
              purpose={purpose}
              isMissing={isTried && purpose === undefined}
              onChange={setPurpose}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tFrame('cancel')}
            </Button>
            <Button type="submit">{t('list.export.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface KindsProps {
  readonly isPersonal: boolean
  readonly onChange: (isPersonal: boolean) => void
}

function Kinds({ isPersonal, onChange }: KindsProps) {
  const { t } = useTranslation('cases')
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

interface PersonalPartProps {
  readonly purpose: Purpose | undefined
  readonly isMissing: boolean
  readonly onChange: (purpose: Purpose | undefined) => void
}

function PersonalPart({ purpose, isMissing, onChange }: PersonalPartProps) {
  const { t } = useTranslation('cases')
  return (
    <>
      <NativeSelect
        label={t('list.export.purpose')}
        required
        error={isMissing && t('list.export.purposeMissing')}
        value={purpose ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(purposes.find((one) => one === value))}
        data={[
          { value: '', label: t('list.export.choose') },
          ...purposes.map((value) => ({ value, label: t(`list.purpose.${value}`) })),
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('list.export.careful')}
      </Text>
    </>
  )
}
