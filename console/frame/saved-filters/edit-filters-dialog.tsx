// Renames, shares and removes saved filters; changes take effect on saving.

import { ActionIcon, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FilteredList,
  filterNameCharactersMax,
} from '../../../server/saved-filters/saved-filter.ts'
import type { SavedFilterJson } from '../../../server/saved-filters/saved-filter-json.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { FormEnding } from '../dialogs/form-ending.tsx'
import { ErrorState } from '../parts/error-state.tsx'
import { useFilterNameError } from './use-filter-name-error.ts'
import { type FilterEdit, useFilterChanges } from './use-saved-filters.ts'

interface EditFiltersDialogProps {
  readonly list: FilteredList
  readonly saved: readonly SavedFilterJson[]
  readonly onClose: () => void
}

export function EditFiltersDialog({ list, saved, onClose }: EditFiltersDialogProps) {
  const { t } = useTranslation('verifications')
  const nameFaults = useFilterNameError()
  const { edit } = useFilterChanges(list)
  const [rows, setRows] = useState(() => saved.filter(({ removable }) => removable))
  const [isTried, setTried] = useState(false)
  const names = rows.filter(({ own }) => own).map(({ name }) => name)
  const faultOf = ({ own, name }: SavedFilterJson) =>
    own ? nameFaults(names, names.indexOf(name)) : undefined
  const change = (changed: SavedFilterJson) =>
    setRows(rows.map((row) => (row.id === changed.id ? changed : row)))
  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (rows.some((row) => faultOf(row) !== undefined)) return
    try {
      for (const one of editsOf(saved, rows)) await edit.mutateAsync(one)
      onClose()
    } catch {
      // The dialog shows the refusal.
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('list.saved.edit')} size={560}>
      <form onSubmit={submit} noValidate>
        <Stack gap="xs">
          {rows.length === 0 && <Text c="dimmed">{t('list.saved.noneLeft')}</Text>}
          {rows.map((row, place) => (
            <EditedFilter
              key={row.id}
              row={row}
              place={place + 1}
              fault={isTried ? faultOf(row) : undefined}
              onChange={change}
              onRemove={() => setRows(rows.filter(({ id }) => id !== row.id))}
            />
          ))}
          {edit.error && <ErrorState error={edit.error} />}
          <FormEnding
            action={t('list.saved.saveChanges')}
            isBusy={edit.isPending}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditedFilterProps {
  readonly row: SavedFilterJson
  readonly place: number
  readonly fault: string | undefined
  readonly onChange: (changed: SavedFilterJson) => void
  readonly onRemove: () => void
}

/** A filter of somebody else can only be removed. */
function EditedFilter({ row, place, fault, onChange, onRemove }: EditedFilterProps) {
  const { t } = useTranslation('verifications')
  const { name, own, owner, shared } = row
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Stack gap={4} flex={1} miw={0}>
        {own ? (
          <TextInput
            value={name}
            maxLength={filterNameCharactersMax}
            aria-label={t('list.saved.nameOf', { place })}
            error={fault}
            onChange={(event) => onChange({ ...row, name: event.currentTarget.value })}
          />
        ) : (
          <Text size="sm">{t('list.saved.by', { name, owner: owner.name })}</Text>
        )}
        {own && (
          <Checkbox
            size="xs"
            label={t('list.saved.share')}
            checked={shared}
            onChange={(event) => onChange({ ...row, shared: event.currentTarget.checked })}
          />
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('list.saved.remove', { name })}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
}

/** Removals first, so that their names are free. */
function editsOf(
  before: readonly SavedFilterJson[],
  after: readonly SavedFilterJson[],
): readonly FilterEdit[] {
  const removed = before
    .filter(({ id, removable }) => removable && after.every((row) => row.id !== id))
    .map(({ id }) => ({ kind: 'remove', id }) as const)
  const changed = after.flatMap(({ id, name, shared }): FilterEdit[] => {
    const former = before.find((one) => one.id === id)
    if (former?.name === name.trim() && former.shared === shared) return []
    return [{ kind: 'change', id, content: { name: name.trim(), shared } }]
  })
  return [...removed, ...changed]
}
