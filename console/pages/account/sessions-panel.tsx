// The user's open sessions, and how to end them.

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SessionJson } from '../../../server/users/user-json.ts'
import { type ListPage, useChange, useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from '../../frame/parts/rows.module.css'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { browserName } from './browser-name.ts'

export function SessionsPanel() {
  const { t } = useTranslation('account')
  const sessions = useRead<ListPage<SessionJson>>('/me/sessions')
  const touches = ['/me/sessions']
  const end = useChange<string>(
    (id) => ({ path: `/me/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
    { touches },
  )
  const endOthers = useChange<void>(() => ({ path: '/me/sessions', method: 'DELETE' }), { touches })
  const items = sessions.data?.items ?? []
  return (
    <Panel
      title={t('sessions.title')}
      text={t('sessions.text')}
      actions={
        items.length > 1 && (
          <Button
            variant="default"
            size="xs"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {sessions.isPending && <Skeleton h={44} />}
      {sessions.isError && <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />}
      <ul className={classes.rows}>
        {items.map((session) => (
          <Row key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
      {(end.error ?? endOthers.error) && <ErrorState error={end.error ?? endOthers.error} />}
    </Panel>
  )
}

interface RowProps {
  readonly session: SessionJson
  readonly onEnd: () => void
}

function Row({ session, onEnd }: RowProps) {
  const { t } = useTranslation('account')
  return (
    <li className={`${classes.row} ${classes.wrapping}`}>
      <Stack gap={0} miw={0} flex="1 1 200px">
        <Text fw={500} title={session.browser}>
          {browserName(session.browser) ?? t('sessions.unknown')}
        </Text>
        <Text size="sm" c="dimmed">
          <span className="svc-mono">{session.client_address}</span> · {t('sessions.since')}{' '}
          <Instant at={session.created_at} />
        </Text>
      </Stack>
      <Group gap="xs">
        {session.current ? (
          <StatusBadge tone="approved" label={t('sessions.this')} />
        ) : (
          <Button size="xs" variant="default" onClick={onEnd}>
            {t('sessions.end')}
          </Button>
        )}
      </Group>
    </li>
  )
}
