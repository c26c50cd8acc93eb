// Saves the current filter under a name, for the user or for everybody who uses the list.

import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filterNameCharactersMax } from '../../../server/saved-filters/saved-filter.ts'
import type { SavedFilterJson } from '../../../server/saved-filters/saved-filter-json.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { FormEnding } from '../dialogs/form-ending.tsx'
import { ErrorState } from '../parts/error-state.tsx'
import { notifyDone } from '../parts/notify.ts'
import { useFilterNameError } from './use-filter-name-error.ts'
import { type FilterToSave, useFilterChanges } from './use-saved-filters.ts'

interface SaveFilterDialogProps {
  readonly filter: FilterToSave
  readonly saved: readonly SavedFilterJson[]
  readonly onClose: () => void
}

export function SaveFilterDialog({ filter, saved, onClose }: SaveFilterDialogProps) {
  const { t } = useTranslation('verifications')
  const faultOf = useFilterNameError()
  const { save } = useFilterChanges(filter.list)
  const [given, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const name = given.trim()
  function submit(event: FormEvent) {
    event.preventDefault()
    const names = [...saved.filter(({ own }) => own).map((one) => one.name), name]
    const found = faultOf(names, names.length - 1)
    setFault(found)
    if (found !== undefined) return
    save.mutate(
      { name, shared, filter: filter.parameters },
      {
        onSuccess() {
          notifyDone(t('list.saved.done', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('list.saved.save')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('list.saved.name')}
            description={t('list.saved.hint')}
            value={given}
            maxLength={filterNameCharactersMax}
            data-autofocus
            error={fault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={t('list.saved.share')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {filter.isPartial && <Text size="sm">{t('list.saved.withoutReference')}</Text>}
          {save.error && <ErrorState error={save.error} />}
          <FormEnding action={t('list.saved.action')} isBusy={save.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
