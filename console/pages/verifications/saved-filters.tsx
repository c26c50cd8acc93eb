// Menu of saved filters, with an item to save the current one.

import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SavedFilters as Saved, savedMax, useSavedFilters } from './use-saved-filters.ts'
import type { VerificationFilterState } from './use-verification-filters.ts'

const SaveFilterDialog = lazy(async () => ({
  default: (await import('./save-filter-dialog.tsx')).SaveFilterDialog,
}))
const EditFiltersDialog = lazy(async () => ({
  default: (await import('./edit-filters-dialog.tsx')).EditFiltersDialog,
}))

export function SavedFilterMenu({ filter }: { readonly filter: VerificationFilterState }) {
  const saved = useSavedFilters()
  const [open, setOpen] = useState<'save' | 'edit' | undefined>(undefined)
  const close = () => setOpen(undefined)
  if (filter.text === '' && saved.all.length === 0) return null
  return (
    <>
      <SavedMenu filter={filter} saved={saved} onOpen={setOpen} />
      <Suspense>
        {open === 'save' && <SaveFilterDialog filter={filter} saved={saved} onClose={close} />}
        {open === 'edit' && <EditFiltersDialog saved={saved} onClose={close} />}
      </Suspense>
    </>
  )
}

interface SavedMenuProps {
  readonly filter: VerificationFilterState
  readonly saved: Saved
  readonly onOpen: (dialog: 'save' | 'edit') => void
}

function SavedMenu({ filter, saved: { all }, onOpen }: SavedMenuProps) {
  const { t } = useTranslation('verifications')
  const isNew = filter.text !== '' && all.every(({ text }) => text !== filter.text)
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
      <Menu.Dropdown aria-label={t('list.saved.open')}>
        {all.map(({ name, text }) => (
          <Menu.RadioItem
            key={name}
            value={text}
            checked={text === filter.text && !filter.isTextPartial}
            checkIcon={<IconCheck size={16} aria-hidden />}
            closeMenuOnClick
            onChange={() => filter.apply(text)}
          >
            {name}
          </Menu.RadioItem>
        ))}
        {all.length > 0 && <Menu.Divider />}
        {isNew && all.length < savedMax && (
          <Menu.Item
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onOpen('save')}
          >
            {t('list.saved.save')}
          </Menu.Item>
        )}
        {all.length > 0 && (
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
