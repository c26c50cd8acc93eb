// Return from the bank's directory: hands code and state to the server, and says what to do if the sign-in failed.

import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SetupJson, SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { ApiRefusal } from '../../api/refusal.ts'
import { useKeepSession, useSession } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import {
  announceConfirmation,
  confirmQuery,
  readDeparture,
  useDepart,
} from '../../frame/directory-visit.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { wayOn } from './way-on.ts'

export function DirectoryPage() {
  const { t } = useTranslation('directory')
  const { data: setup } = useRead<SetupJson>('/setup')
  const { error, isConfirmed } = useVisit()
  const title = t('title', { name: setup?.directory?.name ?? 'OpenID Connect' })
  if (isConfirmed) {
    return (
      <SignInLayout title={title}>
        <Text role="status">{t('confirmed')}</Text>
      </SignInLayout>
    )
  }
  if (error === undefined) {
    return (
      <SignInLayout title={title} text={t('working')}>
        <Skeleton h={36} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title}>
      <Trouble error={error} />
      <NextSteps />
    </SignInLayout>
  )
}

interface Visit {
  /** Why it failed; undefined while it is under way. */
  readonly error: unknown
  /** Whether this tab has done what it was opened for, and was not allowed to close itself. */
  readonly isConfirmed: boolean
}

/** Leaves for a confirmation, or completes the visit from which the browser returns; once. */
function useVisit(): Visit {
  const api = useApi()
  const keep = useKeepSession()
  const depart = useDepart()
  const navigate = useNavigate()
  const session = useSession()
  const query = useQueryOnce()
  const isBegun = useRef(false)
  const [error, setError] = useState<unknown>(undefined)
  const [isConfirmed, setConfirmed] = useState(false)
  const isReady = session.kind !== 'reading'
  useEffect(() => {
    if (!isReady || isBegun.current) return
    isBegun.current = true
    const ask = { method: 'POST', json: { query } } as const
    async function goOn(): Promise<void> {
      if (query === confirmQuery) return depart({ kind: 'confirm' })
      const departure = readDeparture()
      if (departure.kind === 'confirm') {
        await api.ask('/me/confirm/directory/complete', ask)
        announceConfirmation()
        setConfirmed(true)
        close()
        return
      }
      const me = await api.ask<SignedInJson>('/sign-in/directory/complete', ask)
      keep(me)
      const parameters = new URLSearchParams({ next: wayOn(departure.next) })
      await navigate(`/sign-in?${parameters}`, { replace: true })
    }
    goOn().catch(setError)
  }, [isReady, api, keep, depart, navigate, query])
  return { error, isConfirmed }
}

/** The query of the address, which is removed at once: the code is in no history or screenshot. */
function useQueryOnce(): string {
  const [query] = useState(() => location.search)
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return query
}

const refusals = [
  'unreachable',
  'refused',
  'answer_invalid',
  'start_again',
  'no_group',
  'several_roles',
  'not_invited',
  'invitation_spent',
  'no_email',
  'email_taken',
  'disabled_account',
  'last_administrator',
  'other_person',
] as const

function Trouble({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('directory')
  const details = error instanceof ApiRefusal ? error.parts.details : []
  const code = refusals.find((one) => details.some((fault) => fault.code === one))
  if (code === undefined) return <ErrorState error={error} />
  const requestId = error instanceof ApiRefusal ? error.parts.requestId : undefined
  return (
    <Alert role="alert" color="red" variant="light" title={t(`refusal.${code}.title`)}>
      {t(`refusal.${code}.text`)}
      {requestId !== undefined && (
        <Group mt="xs">
          <IdText id={requestId} />
        </Group>
      )}
    </Alert>
  )
}

function NextSteps() {
  const { t } = useTranslation('directory')
  const depart = useDepart()
  const navigate = useNavigate()
  const departure = readDeparture()
  const [error, setError] = useState<unknown>(undefined)
  return (
    <>
      {error !== undefined && <ErrorState error={error} />}
      {departure.kind === 'confirm' && <Text size="sm">{t('otherTab')}</Text>}
      <Group grow>
        {departure.kind === 'sign_in' && (
          <Button variant="default" onClick={() => navigate('/sign-in', { replace: true })}>
            {t('back')}
          </Button>
        )}
        <Button onClick={() => depart(departure).catch(setError)}>{t('again')}</Button>
      </Group>
    </>
  )
}
