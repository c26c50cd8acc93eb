// Account activity of the last 90 days.

import { Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AccountNoticeJson } from '../../../server/users/user-json.ts'
import { type ListPage, useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { NoticeList } from './notice-list.tsx'

export function NoticesPanel() {
  const { t } = useTranslation('account')
  const notices = useRead<ListPage<AccountNoticeJson>>('/me/notices')
  return (
    <Panel title={t('notices.title')} text={t('notices.text')}>
      {notices.isPending && <Skeleton h={44} />}
      {notices.isError && <ErrorState error={notices.error} onRetry={() => notices.refetch()} />}
      {notices.data?.items.length === 0 && <Text c="dimmed">{t('notices.empty')}</Text>}
      <NoticeList notices={notices.data?.items ?? []} />
    </Panel>
  )
}
