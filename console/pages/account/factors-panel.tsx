// The user's second factors and recovery codes.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasskeyJson } from '../../../server/users/user-json.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from '../../frame/parts/rows.module.css'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { AddFactorDialog } from './add-factor-dialog.tsx'
import { CodesDialog } from './codes-dialog.tsx'

interface Factors {
  readonly totp: boolean
  readonly passkeys: readonly PasskeyJson[]
  readonly recovery_codes_left: number
  readonly required: boolean
}

export function FactorsPanel() {
  const { t } = useTranslation('account')
  const factors = useRead<Factors>('/me/factors')
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel
      title={t('factors.title')}
      text={t('factors.text')}
      actions={
        <Button size="xs" onClick={() => setAdding(true)}>
          {t('factors.add')}
        </Button>
      }
    >
      {factors.isPending && <Skeleton h={44} />}
      {factors.isError && <ErrorState error={factors.error} onRetry={() => factors.refetch()} />}
      {factors.data && <Rows factors={factors.data} />}
      {isAdding && (
        <AddFactorDialog hasApp={factors.data?.totp === true} onClose={() => setAdding(false)} />
      )}
    </Panel>
  )
}

function Rows({ factors }: { readonly factors: Factors }) {
  const { t } = useTranslation('account')
  const { totp, passkeys, recovery_codes_left, required } = factors
  if (!totp && passkeys.length === 0) {
    return <StatusBadge tone="error" label={required ? t('factors.due') : t('factors.none')} />
  }
  return (
    <ul className={classes.rows}>
      {totp && <Row name={t('factors.app')} path="/me/totp" isApp />}
      {passkeys.map(({ id, name, created_at }) => (
        <Row
          key={id}
          name={name}
          path={`/me/passkeys/${encodeURIComponent(id)}`}
          createdAt={created_at}
        />
      ))}
      <CodesRow left={recovery_codes_left} />
    </ul>
  )
}

interface RowProps {
  readonly name: string
  readonly path: string
  readonly createdAt?: string
  readonly isApp?: boolean
}

function Row({ name, path, createdAt, isApp = false }: RowProps) {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)
  const remove = useChange<void>(() => ({ path, method: 'DELETE' }), { touches: ['/me'] })
  return (
    <li className={classes.row}>
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={500}>{name}</Text>
        {createdAt !== undefined && (
          <Text size="sm" c="dimmed">
            {t('factors.since')} <Instant at={createdAt} />
          </Text>
        )}
      </Stack>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t('factors.remove')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={t('factors.removeTitle', { name })}
          text={`${t('factors.removeText')} ${t(isApp ? 'factors.newPhone' : 'factors.lostPasskey')}`}
          action={t('factors.removeAction')}
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
        />
      )}
    </li>
  )
}

function CodesRow({ left }: { readonly left: number }) {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)
  const renew = useChange<void, { readonly recovery_codes: readonly string[] }>(
    () => ({ path: '/me/recovery-codes', method: 'POST', json: {} }),
    { touches: ['/me'] },
  )
  return (
    <li className={classes.row}>
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={500}>{t('codes.title')}</Text>
        <Text size="sm" c="dimmed">
          {t('codes.left', { count: left })}
        </Text>
      </Stack>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t('codes.renew')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={t('codes.renewTitle')}
          text={t('codes.renewText')}
          action={t('codes.renew')}
          isBusy={renew.isPending}
          error={renew.error}
          onConfirm={() => renew.mutate(undefined, { onSuccess: () => setAsking(false) })}
        />
      )}
      {renew.data && (
        <CodesDialog codes={renew.data.recovery_codes} isRenewal onKept={renew.reset} />
      )}
    </li>
  )
}
