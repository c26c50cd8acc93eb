// Return from the bank's directory: hands code and state to the server, and says what to do if the sign-in failed.

import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SetupJson, SignedInJson } from '../../../server/users/user-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { ApiRefusal } from '../../api/refusal.ts'
import { useKeepSession, useSession } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { readDeparture, useDepart } from '../../frame/directory-visit.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { wayOn } from './way-on.ts'

export function DirectoryPage() {
  const { t } = useTranslation('directory')
  const { data: setup } = useRead<SetupJson>('/setup')
  const error = useCompletion()
  const title = t('title', { name: setup?.directory?.name ?? 'OpenID Connect' })
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

/** Completes the visit once. Returns why it failed; undefined while it is under way. */
function useCompletion(): unknown {
  const api = useApi()
  const keep = useKeepSession()
  const navigate = useNavigate()
  const session = useSession()
  const query = useQueryOnce()
  const isBegun = useRef(false)
  const [error, setError] = useState<unknown>(undefined)
  const isReady = session.kind !== 'reading'
  useEffect(() => {
    if (!isReady || isBegun.current) return
    isBegun.current = true
    const { kind, next } = readDeparture()
    const ask = { method: 'POST', json: { query } } as const
    async function complete(): Promise<void> {
      if (kind === 'confirm') {
        await api.ask('/me/confirm/directory/complete', ask)
        await navigate(wayOn(next), { replace: true })
        return
      }
      const me = await api.ask<SignedInJson>('/sign-in/directory/complete', ask)
      keep(me)
      const parameters = new URLSearchParams({ next: wayOn(next) })
      await navigate(`/sign-in?${parameters}`, { replace: true })
    }
    complete().catch(setError)
  }, [isReady, api, keep, navigate, query])
  return error
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
  const back = departure.kind === 'confirm' ? wayOn(departure.next) : '/sign-in'
  return (
    <>
      {error !== undefined && <ErrorState error={error} />}
      <Group grow>
        <Button variant="default" onClick={() => navigate(back, { replace: true })}>
          {t(departure.kind === 'confirm' ? 'backToPage' : 'back')}
        </Button>
        <Button onClick={() => depart(departure).catch(setError)}>{t('again')}</Button>
      </Group>
    </>
  )
}
