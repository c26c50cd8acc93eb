// Filters of the list of users, kept in the address: words of the name or e-mail address, role, state.

import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles } from '../../../server/users/role.ts'
import { userStates } from '../../../server/users/user.ts'
import { userSearchCharactersMax } from '../../../server/users/user-filter.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import classes from './users.module.css'

type UserFilters = Filters<'search' | 'role' | 'state'>

export function useUserFilters(): UserFilters {
  return useFilters(['search', 'role', 'state'])
}

export function UserFilterBar({ filters }: { readonly filters: UserFilters }) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const choices = [
    {
      name: 'role',
      label: t('columns.role'),
      options: roles.map((value) => ({ value, label: tFrame(`roles.${value}`) })),
    },
    {
      name: 'state',
      label: t('columns.state'),
      options: userStates.map((value) => ({ value, label: t(`state.${value}`) })),
    },
  ] as const
  return (
    <>
      <SearchField filters={filters} />
      <FilterBar filters={filters} choices={choices} />
    </>
  )
}

const typingPauseMs = 250

/** Searches while somebody types. Follows the address where something else changes it. */
function SearchField({ filters: { values, set } }: { readonly filters: UserFilters }) {
  const { t } = useTranslation('users')
  const inAddress = values.search ?? ''
  const [text, setText] = useState(inAddress)
  const [followed, setFollowed] = useState(inAddress)
  if (followed !== inAddress) {
    setFollowed(inAddress)
    if (text.trim() !== inAddress) setText(inAddress)
  }
  const search = useDebouncedCallback((wanted: string) => set('search', wanted), typingPauseMs)
  return (
    <TextInput
      type="search"
      size="xs"
      mb="sm"
      className={classes.search ?? ''}
      value={text}
      maxLength={userSearchCharactersMax}
      autoComplete="off"
      spellCheck={false}
      aria-label={t('filter.search')}
      placeholder={t('filter.search')}
      leftSection={<IconSearch size={15} aria-hidden />}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        search(value.trim())
      }}
    />
  )
}
