// Saves the current filter under a name.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { useFilterNameError } from './use-filter-name-error.ts'
import { nameCharactersMax, type SavedFilters } from './use-saved-filters.ts'
import type { VerificationFilterState } from './use-verification-filters.ts'

export interface SaveFilterDialogProps {
  readonly filter: Pick<VerificationFilterState, 'text' | 'isTextPartial'>
  readonly saved: SavedFilters
  readonly onClose: () => void
}

export function SaveFilterDialog({ filter, saved, onClose }: SaveFilterDialogProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  const faultOf = useFilterNameError()
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  function submit(event: FormEvent) {
    event.preventDefault()
    const names = [...saved.all.map((one) => one.name), name]
    const found = faultOf(names, names.length - 1)
    setFault(found)
    if (found !== undefined) return
    saved.keep([...saved.all, { name: name.trim(), text: filter.text }])
    notifyDone(t('list.saved.done', { name: name.trim() }))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('list.saved.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('list.saved.name')}
            description={t('list.saved.hint')}
            value={name}
            maxLength={nameCharactersMax}
            data-autofocus
            error={fault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {filter.isTextPartial && <Text size="sm">{t('list.saved.withoutReference')}</Text>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tFrame('cancel')}
            </Button>
            <Button type="submit">{t('list.saved.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
