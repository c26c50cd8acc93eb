// Checks a pasted signature in the browser and explains a mismatch; nothing is sent.

import { Alert, Button, PasswordInput, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PagePlace } from '../../frame/page-place.tsx'
import { Facts } from '../../frame/parts/facts.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useShow } from '../../words/show.ts'
import { checkSignature, readPastedHeaders, type SignatureCheck, utf8 } from './check-signature.ts'

/** WebCrypto is missing on plain http pages of other machines. */
export function SignatureCheckPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const [check, setCheck] = useState<SignatureCheck | undefined>(undefined)
  return (
    <>
      <PagePlace
        title={t('check.title')}
        name={t('check.title')}
        above={[{ title: tFrame('pages.webhooks'), to: '/webhooks' }]}
      />
      <PageHeader title={t('check.title')} text={t('check.text')} />
      <Stack gap="lg" maw={720}>
        {globalThis.crypto?.subtle ? (
          <Form onCheck={setCheck} />
        ) : (
          <Alert color="red" variant="light" title={t('check.insecure')} />
        )}
        <div role="status">{check && <Result check={check} />}</div>
      </Stack>
    </>
  )
}

function Form({ onCheck }: { readonly onCheck: (check: SignatureCheck) => void }) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const [headers, setHeaders] = useState('')
  const [body, setBody] = useState('')
  const [secret, setSecret] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    const parts = { secret, body: utf8(body) }
    onCheck(await checkSignature(readPastedHeaders(headers), parts, Date.now()))
  }
  const look = {
    spellCheck: false,
    autoComplete: 'off',
    classNames: { input: 'svc-mono' },
  } as const
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Textarea
          label={t('check.headers')}
          description={t('check.headersHint')}
          rows={3}
          {...look}
          value={headers}
          onChange={(event) => setHeaders(event.currentTarget.value)}
        />
        <Textarea
          label={t('check.body')}
          rows={5}
          {...look}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('secret.label')}
          {...look}
          visibilityToggleButtonProps={{ 'aria-label': tFrame('showPassword'), tabIndex: 0 }}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        <Button type="submit" disabled={secret === ''} style={{ alignSelf: 'flex-start' }}>
          {t('check.action')}
        </Button>
      </Stack>
    </form>
  )
}

/** Up to here the age is shown in seconds, as the limit of the verdict is. */
const shownInSecondsMax = 3599
const inSeconds = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const

function Result({ check: { mistake, found } }: { readonly check: SignatureCheck }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const ageText = (seconds: number) => {
    const age = Math.abs(seconds)
    const duration =
      age > shownInSecondsMax ? show.duration(age * 1000) : show.number(age, inSeconds)
    return seconds < 0 ? t('check.ahead', { duration }) : duration
  }
  const mono = (text = '') => <span className="svc-mono">{text}</span>
  const colours = { none: 'accent', age: 'yellow' } as const
  const colour = mistake === 'none' || mistake === 'age' ? colours[mistake] : 'red'
  return (
    <Stack gap="md">
      <Alert color={colour} variant="light" title={t(`mistake.${mistake}.title`)}>
        {t(`mistake.${mistake}.text`)}
      </Alert>
      {found && (
        <Facts
          facts={[
            [t('check.age'), ageText(found.ageSeconds)],
            [t('check.expected'), mono(found.expected)],
            [t('check.offered'), mono(found.offered)],
          ]}
        />
      )}
    </Stack>
  )
}
