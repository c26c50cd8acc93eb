// Users of the console: list, invitations, roles, resets, sessions, and the role permissions.

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserAccessJson } from '../../../server/users/user-json.ts'
import { useMay, useMe } from '../../api/session.ts'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { OneRowNotice } from '../../frame/lists/one-row-notice.tsx'
import { useListOrOne } from '../../frame/lists/use-list-or-one.ts'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { ManageMenu } from './manage-menu.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { useUserColumns } from './user-columns.tsx'
import { type Open, UserDialogs } from './user-dialogs.tsx'
import { UserFilterBar, useUserFilters } from './user-filter-bar.tsx'

export function UsersPage() {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const { user: me } = useMe()
  const mayManage = useMay()('users.manage')
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const filters = useUserFilters()
  const { list, showAll } = useListOrOne<UserAccessJson>('/users', filters.values, {
    everyMs: 15_000,
  })
  const columns = useUserColumns({
    myId: me.id,
    hasDirectory: list.items.some(({ source }) => source === 'directory'),
    onSessions: (person) => setOpen({ kind: 'sessions', person }),
  })
  const invite = mayManage && (
    <Button onClick={() => setOpen({ kind: 'invite' })}>{t('invite.open')}</Button>
  )
  return (
    <Stack gap="lg">
      <div>
        <PageHeader title={tFrame('pages.users')} text={t('text')} actions={invite} />
        <OneRowNotice showAll={showAll} />
        {showAll === undefined && <UserFilterBar filters={filters} />}
        <ListTable
          list={list}
          columns={columns}
          label={tFrame('pages.users')}
          empty={<EmptyState text={t(filters.isEmpty ? 'empty' : 'filter.none')} />}
          {...(mayManage
            ? {
                actions: (person: UserAccessJson) =>
                  person.id !== me.id && <ManageMenu person={person} onOpen={setOpen} />,
              }
            : {})}
        />
      </div>
      <RoleMatrix />
      <UserDialogs
        open={open}
        mayEnd={mayManage && !(open?.kind === 'sessions' && open.person.id === me.id)}
        onClose={() => setOpen(undefined)}
      />
    </Stack>
  )
}
