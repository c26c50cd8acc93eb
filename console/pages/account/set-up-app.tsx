// Sets up an authenticator app: QR code, secret as text, and a code to confirm.

import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/api-context.tsx'
import { isRefusedWith } from '../../api/refusal.ts'
import { useChange } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { CopyAction } from '../../frame/parts/id-text.tsx'
import { ProofRefused } from '../../frame/proof/proof-refused.tsx'
import type { EnrolledJson, SetUpFactorProps } from './enrolled.ts'
import { QrCode } from './qr-code.tsx'

interface Offered {
  readonly secret: string
  readonly uri: string
}

export function SetUpApp({ onEnrolled, hasApp = false }: SetUpFactorProps) {
  const { offered, error } = useOffer()
  if (error !== undefined) return <ErrorState error={error} />
  if (offered === undefined) return <Loader size="sm" aria-hidden />
  return <Scan offered={offered} onEnrolled={onEnrolled} hasApp={hasApp} />
}

/** Requested once: a second request would replace the secret that is shown. */
function useOffer() {
  const api = useApi()
  const isAsked = useRef(false)
  const [offered, setOffered] = useState<Offered | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    api.ask<Offered>('/me/totp', { method: 'POST', json: {} }).then(setOffered, setError)
  }, [api])
  return { offered, error }
}

function Scan({ offered, onEnrolled, hasApp }: SetUpFactorProps & { readonly offered: Offered }) {
  const { t } = useTranslation('account')
  const [code, setCode] = useState('')
  const change = useChange<void, EnrolledJson>(() => ({
    path: '/me/totp/confirm',
    method: 'POST',
    json: { code },
  }))
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess: onEnrolled,
      onError: (error) => isRefusedWith(error, 'unauthenticated') && setCode(''),
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
    >
      <Stack gap="md">
        {hasApp && <Text>{t('app.replaces')}</Text>}
        <Text>{t('app.scan')}</Text>
        <Group align="center" gap="lg">
          <QrCode text={offered.uri} label={t('app.picture')} />
          <Stack gap={4} flex="1 1 180px">
            <Text size="sm" c="dimmed">
              {t('app.type')}
            </Text>
            <Group gap={4} wrap="nowrap">
              <code className="svc-mono" style={{ whiteSpace: 'normal' }}>
                {grouped(offered.secret)}
              </code>
              <CopyAction text={offered.secret} what={t('app.type')} />
            </Group>
          </Stack>
        </Group>
        <TextInput
          label={t('app.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Trouble error={change.error} />
        <Button type="submit" loading={change.isPending}>
          {t('app.action')}
        </Button>
      </Stack>
    </form>
  )
}

function Trouble({ error }: { readonly error: unknown }) {
  if (error === null) return null
  return isRefusedWith(error, 'unauthenticated') ? (
    <ProofRefused way="totp" />
  ) : (
    <ErrorState error={error} />
  )
}

/** In groups of four, for typing. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
