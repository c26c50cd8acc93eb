// Renames and removes saved filters; changes take effect on saving.

import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { useFilterNameError } from './use-filter-name-error.ts'
import { nameCharactersMax, type SavedFilters } from './use-saved-filters.ts'

export interface EditFiltersDialogProps {
  readonly saved: SavedFilters
  readonly onClose: () => void
}

export function EditFiltersDialog({ saved, onClose }: EditFiltersDialogProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  const faultOf = useFilterNameError()
  const [rows, setRows] = useState(saved.all)
  const [isTried, setTried] = useState(false)
  const names = rows.map(({ name }) => name)
  const rename = (place: number, name: string) =>
    setRows(rows.map((row, index) => (index === place ? { ...row, name } : row)))
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (names.some((_, place) => faultOf(names, place) !== undefined)) return
    saved.keep(rows.map((row) => ({ ...row, name: row.name.trim() })))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('list.saved.editTitle')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="xs">
          {rows.length === 0 && <Text c="dimmed">{t('list.saved.noneLeft')}</Text>}
          {rows.map(({ name, text }, place) => (
            <Group key={text} gap="xs" wrap="nowrap" align="flex-start">
              <TextInput
                flex={1}
                value={name}
                maxLength={nameCharactersMax}
                aria-label={t('list.saved.nameOf', { place: place + 1 })}
                error={isTried && faultOf(names, place)}
                onChange={(event) => rename(place, event.currentTarget.value)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('list.saved.remove', { name })}
                onClick={() => setRows(rows.filter((_, index) => index !== place))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </Group>
          ))}
          <Group justify="flex-end" gap="xs" mt="sm">
            <Button variant="default" onClick={onClose}>
              {tFrame('cancel')}
            </Button>
            <Button type="submit">{t('list.saved.saveChanges')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
