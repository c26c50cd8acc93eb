// Permissions of each role, from the table that the server enforces.

import { Skeleton, Stack, Table, Text } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Permission, permissionTable } from '../../../server/users/role.ts'
import type { RoleTableJson } from '../../../server/users/user-json.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import rows from '../../frame/parts/rows.module.css'
import { languageOf } from '../../words/languages.ts'
import { useShow } from '../../words/show.ts'
import classes from './users.module.css'

/** Minimum width for one column per role, in pixels. */
const tableFromWidth = 760

export function RoleMatrix() {
  const { t } = useTranslation('users')
  const { width } = useViewportSize()
  const read = useRead<RoleTableJson>('/roles')
  return (
    <Panel title={t('matrix.title')} text={t('matrix.text')}>
      {read.isPending && <Skeleton h={480} />}
      {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
      {read.data && width >= tableFromWidth && <Wide table={read.data} />}
      {read.data && width < tableFromWidth && <Narrow table={read.data} />}
    </Panel>
  )
}

function usePermissionName(): (permission: Permission) => string {
  const { i18n } = useTranslation()
  return (permission) => permissionTable[permission][languageOf(i18n.language)]
}

function Wide({ table }: { readonly table: RoleTableJson }) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const nameOf = usePermissionName()
  return (
    <Table fz={13} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('matrix.permission')}</Table.Th>
          {table.roles.map((role) => (
            <Table.Th key={role} ta="center" w={150}>
              {tFrame(`roles.${role}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {table.permissions.map(({ permission, roles }) => (
          <Table.Tr key={permission}>
            <Table.Th scope="row" fw={400}>
              {nameOf(permission)}
            </Table.Th>
            {table.roles.map((role) => (
              <Table.Td key={role} ta="center">
                <Tick isAllowed={roles.includes(role)} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Tick({ isAllowed }: { readonly isAllowed: boolean }) {
  const { t } = useTranslation('users')
  return (
    <span className={`${classes.tick} ${isAllowed ? classes.yes : classes.no}`}>
      {isAllowed ? (
        <IconCheck size={16} stroke={2.5} aria-hidden />
      ) : (
        <IconMinus size={14} aria-hidden />
      )}
      <span className="svc-unseen">{t(isAllowed ? 'matrix.yes' : 'matrix.no')}</span>
    </span>
  )
}

function Narrow({ table }: { readonly table: RoleTableJson }) {
  const { t } = useTranslation('users')
  const show = useShow()
  const { t: tFrame } = useTranslation('frame')
  const nameOf = usePermissionName()
  return (
    <ul className={rows.rows}>
      {table.permissions.map(({ permission, roles }) => (
        <li key={permission} className={rows.row}>
          <Stack gap={0}>
            <Text size="sm">{nameOf(permission)}</Text>
            <Text size="xs" c="dimmed">
              {roles.length === 0
                ? t('matrix.nobody')
                : show.list(roles.map((role) => tFrame(`roles.${role}`)))}
            </Text>
          </Stack>
        </li>
      ))}
    </ul>
  )
}
