// Sessions of a user, and how to end them.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SessionJson, UserAccessJson } from '../../../server/users/user-json.ts'
import { useMe } from '../../api/session.ts'
import { type ListPage, useChange, useRead } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import rows from '../../frame/parts/rows.module.css'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { browserName } from '../account/browser-name.ts'
import { ActionRefused } from './action-refused.tsx'

interface SessionsDialogProps {
  readonly person: UserAccessJson
  readonly mayEnd: boolean
  readonly onClose: () => void
}

export function SessionsDialog({ person, mayEnd, onClose }: SessionsDialogProps) {
  const { t } = useTranslation('users')
  const { user: me } = useMe()
  const path = `/users/${person.id}/sessions`
  const sessions = useRead<ListPage<SessionJson>>(path)
  const end = useChange<string | undefined>(
    (id) => ({ path: id === undefined ? path : `${path}/${id}`, method: 'DELETE' }),
    { touches: ['/users'] },
  )
  const endOne = (id: string | undefined) =>
    end.mutate(id, {
      onSuccess() {
        notifyDone(t(id === undefined ? 'sessions.endedAll' : 'sessions.ended'))
      },
    })
  const items = sessions.data?.items ?? []
  return (
    <Dialog isOpen onClose={onClose} title={t('sessions.title', { name: person.name })} size={560}>
      <Stack gap="sm">
        {person.id === me.id && <Text c="dimmed">{t('sessions.own')}</Text>}
        {sessions.isPending && <Skeleton h={44} />}
        {sessions.isError && (
          <ErrorState error={sessions.error} onRetry={() => sessions.refetch()} />
        )}
        {sessions.isSuccess && items.length === 0 && <Text c="dimmed">{t('sessions.empty')}</Text>}
        <ul className={rows.rows}>
          {items.map((one) => (
            <Row key={one.id} session={one} {...(mayEnd ? { onEnd: () => endOne(one.id) } : {})} />
          ))}
        </ul>
        <ActionRefused error={end.error} />
        {mayEnd && items.length > 1 && (
          <Button
            color="red"
            variant="default"
            loading={end.isPending}
            onClick={() => endOne(undefined)}
            style={{ alignSelf: 'flex-end' }}
          >
            {t('sessions.endAll')}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

interface RowProps {
  readonly session: SessionJson
  /** Omitted where sessions may only be viewed. */
  readonly onEnd?: () => void
}

function Row({ session, onEnd }: RowProps) {
  const { t } = useTranslation('users')
  return (
    <li className={rows.row}>
      <Stack gap={0} miw={0} flex={1}>
        <Text fw={500} truncate title={session.browser}>
          {browserName(session.browser) ?? t('sessions.unknown')}
        </Text>
        <Text size="sm" c="dimmed">
          <span className="svc-mono">{session.client_address}</span> · {t('sessions.since')}{' '}
          <Instant at={session.created_at} /> · {t('sessions.used')}{' '}
          <Instant at={session.used_at} />
        </Text>
      </Stack>
      {session.stage !== 'full' && <StatusBadge tone="pending" label={t('sessions.halfway')} />}
      {session.current && <StatusBadge tone="approved" label={t('sessions.this')} />}
      {onEnd && !session.current && (
        <Button size="xs" variant="default" onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
