// List of account notices: what happened, who did it, when and from where.

import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AccountNoticeJson } from '../../../server/users/user-json.ts'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import classes from '../../frame/parts/rows.module.css'
import { browserName } from './browser-name.ts'
import { type GatheredNotice, gatherCodes } from './gather-codes.ts'

export function NoticeList({ notices }: { readonly notices: readonly AccountNoticeJson[] }) {
  return (
    <ul className={classes.rows}>
      {gatherCodes(notices).map((notice) => (
        <li key={notice.id} className={classes.row}>
          <Notice notice={notice} />
        </li>
      ))}
    </ul>
  )
}

/** Addresses shown before "and N more". */
const addressesShown = 3

function Notice({ notice }: { readonly notice: GatheredNotice }) {
  const { t } = useTranslation('account')
  const textOf = useNoticeText()
  const { at, approved_by: second, addresses } = notice
  const more = addresses.length - addressesShown
  return (
    <Stack gap={0} miw={0} flex={1}>
      <Text fw={500}>{textOf(notice)}</Text>
      {second !== null && (
        <Text size="sm">
          {t('notices.approved', { name: second.name ?? t('notices.by.user') })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        <Instant at={at} />
        {addresses.length > 0 && (
          <>
            {' · '}
            <CodeList codes={addresses.slice(0, addressesShown)} />
          </>
        )}
        {notice.browser !== null && ` · ${browserName(notice.browser) ?? t('sessions.unknown')}`}
        {more > 0 && ` ${t('notices.moreAddresses', { count: more })}`}
      </Text>
    </Stack>
  )
}

function useNoticeText(): (notice: AccountNoticeJson) => string {
  const { t } = useTranslation('account')
  const { t: tFrame } = useTranslation('frame')
  return ({ kind, by, role, count }) =>
    t(`notices.kind.${kind}`, {
      by: by.name ?? t(`notices.by.${by.kind}`),
      role: role === null ? '' : tFrame(`roles.${role}`),
      count,
    })
}
