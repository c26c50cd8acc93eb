// Who of the bank may use the console: inviting, roles, resets, open sessions; and what each role may do.

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonJson } from '../../../server/staff/staff-json.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { ManageMenu } from './manage-menu.tsx'
import { usePeopleColumns } from './people-columns.tsx'
import { type Open, PeopleDialogs } from './people-dialogs.tsx'
import { RoleMatrix } from './role-matrix.tsx'

export function PeoplePage() {
  const { t } = useTranslation('people')
  const { t: tFrame } = useTranslation('frame')
  const { member: me } = useMe()
  const mayManage = useMay()('people.manage')
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const list = useList<PersonJson>('/people', {}, { everyMs: 15_000 })
  const columns = usePeopleColumns({
    myId: me.id,
    onSessions: (person) => setOpen({ kind: 'sessions', person }),
  })
  const invite = mayManage && (
    <Button onClick={() => setOpen({ kind: 'invite' })}>{t('invite.open')}</Button>
  )
  return (
    <Stack gap="lg">
      <div>
        <PageHeader title={tFrame('pages.people')} text={t('text')} actions={invite} />
        <ListTable
          list={list}
          columns={columns}
          label={tFrame('pages.people')}
          empty={<EmptyState text={t('empty')} />}
          {...(mayManage
            ? {
                actions: (person: PersonJson) =>
                  person.id !== me.id && <ManageMenu person={person} onOpen={setOpen} />,
              }
            : {})}
        />
      </div>
      <RoleMatrix />
      <PeopleDialogs
        open={open}
        mayEnd={mayManage && !(open?.kind === 'sessions' && open.person.id === me.id)}
        onClose={() => setOpen(undefined)}
      />
    </Stack>
  )
}
