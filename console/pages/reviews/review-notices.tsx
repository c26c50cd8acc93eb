// Notices to the user: their proposals that were rejected, reviews that were assigned to them.

import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ReviewNoticeJson } from '../../../server/reviews/own-work-json.ts'
import { type ListPage, useChange, useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import rows from '../../frame/parts/rows.module.css'

const readEveryMs = 60_000

export function ReviewNotices({ environment }: { readonly environment: string }) {
  const { t } = useTranslation('reviews')
  const read = useRead<ListPage<ReviewNoticeJson>>('/reviews/notices', {
    query: { environment },
    everyMs: readEveryMs,
  })
  const seen = useChange<readonly string[]>(
    (ids) => ({ path: '/reviews/notices/seen', method: 'POST', json: { ids } }),
    { touches: ['/reviews/notices', '/reviews/waiting'], mayBeLeft: true },
  )
  const textOf = useNoticeText()
  const notices = read.data?.items ?? []
  if (notices.length === 0) return null
  const markAll = () => seen.mutate(notices.map(({ id }) => id))
  return (
    <Panel
      title={t('notices.title')}
      actions={
        notices.length > 1 && (
          <Button size="xs" variant="default" onClick={markAll}>
            {t('notices.seenAll')}
          </Button>
        )
      }
    >
      <ul className={rows.rows}>
        {notices.map((notice) => (
          <li key={notice.id} className={rows.row}>
            <Stack gap={0} miw={0} flex={1}>
              <Text fw={500}>{textOf(notice)}</Text>
              <Text size="sm" c="dimmed">
                <Instant at={notice.at} />
              </Text>
            </Stack>
            <Group gap="sm">
              <Anchor
                component={Link}
                size="sm"
                to={`/verifications/${notice.verification_id}?tab=review`}
              >
                {t('notices.open')}
              </Anchor>
              <Button
                size="xs"
                variant="subtle"
                aria-label={t('notices.seenOf', { notice: textOf(notice) })}
                onClick={() => seen.mutate([notice.id])}
              >
                {t('notices.seen')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {seen.error && <ErrorState error={seen.error} />}
    </Panel>
  )
}

function useNoticeText(): (notice: ReviewNoticeJson) => string {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  return ({ kind, by, reason }) =>
    t(`notices.${kind}`, {
      name: by?.name ?? '',
      reason: reason === null ? '' : tLabels(`rejectionReason.${reason}`),
    })
}
