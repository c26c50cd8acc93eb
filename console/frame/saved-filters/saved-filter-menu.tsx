// Menu of the saved filters of a list, with an item to save the current one.

import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFilterJson } from '../../../server/saved-filters/saved-filter-json.ts'
import { loadPart } from '../load-part.tsx'
import { type FilterToSave, isSameFilter, useSavedFilters } from './use-saved-filters.ts'

const SaveFilterDialog = loadPart(
  async () => (await import('./save-filter-dialog.tsx')).SaveFilterDialog,
)
const EditFiltersDialog = loadPart(
  async () => (await import('./edit-filters-dialog.tsx')).EditFiltersDialog,
)

export function SavedFilterMenu({ filter }: { readonly filter: FilterToSave }) {
  const saved = useSavedFilters(filter.list)
  const [open, setOpen] = useState<'save' | 'edit' | undefined>(undefined)
  const close = () => setOpen(undefined)
  if (Object.keys(filter.parameters).length === 0 && saved.length === 0) return null
  return (
    <>
      <SavedMenu filter={filter} saved={saved} onOpen={setOpen} />
      {open === 'save' && <SaveFilterDialog filter={filter} saved={saved} onClose={close} />}
      {open === 'edit' && <EditFiltersDialog list={filter.list} saved={saved} onClose={close} />}
    </>
  )
}

interface SavedMenuProps {
  readonly filter: FilterToSave
  readonly saved: readonly SavedFilterJson[]
  readonly onOpen: (dialog: 'save' | 'edit') => void
}

function SavedMenu({ filter, saved, onOpen }: SavedMenuProps) {
  const { t } = useTranslation('verifications')
  const own = saved.filter((one) => one.own)
  const others = saved.filter((one) => !one.own)
  const isSet = Object.keys(filter.parameters).length > 0
  const isNew = isSet && own.every((one) => !isSameFilter(one.filter, filter.parameters))
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          leftSection={<IconBookmark size={15} aria-hidden />}
        >
          {t('list.saved.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('list.saved.open')} mah={420} style={{ overflowY: 'auto' }}>
        {own.map((one) => (
          <SavedItem key={one.id} one={one} filter={filter} />
        ))}
        {others.length > 0 && <Menu.Label>{t('list.saved.others')}</Menu.Label>}
        {others.map((one) => (
          <SavedItem key={one.id} one={one} filter={filter} />
        ))}
        {saved.length > 0 && <Menu.Divider />}
        {isNew && (
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onOpen('save')}
          >
            {t('list.saved.save')}
          </Menu.Item>
        )}
        {saved.some((one) => one.removable) && (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onOpen('edit')}
          >
            {t('list.saved.edit')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface SavedItemProps {
  readonly one: SavedFilterJson
  readonly filter: FilterToSave
}

function SavedItem({ one, filter }: SavedItemProps) {
  const { t } = useTranslation('verifications')
  const { id, name, own, owner, shared } = one
  const isOn = !filter.isPartial && isSameFilter(one.filter, filter.parameters)
  return (
    <Menu.RadioItem
      value={id}
      checked={isOn}
      checkIcon={<IconCheck size={16} aria-hidden />}
      closeMenuOnClick
      className="svc-typed"
      onChange={() => filter.apply(one.filter)}
    >
      {own && !shared && name}
      {own && shared && t('list.saved.ownShared', { name })}
      {!own && t('list.saved.by', { name, owner: owner.name })}
    </Menu.RadioItem>
  )
}
