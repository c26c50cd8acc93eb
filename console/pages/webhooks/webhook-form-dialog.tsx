// Adds an endpoint and shows its secret once, or changes one.

import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type {
  ConsoleWebhookJson,
  MadeWebhookJson,
  WebhookRulesJson,
} from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { eventMeanings, subscribableEvents } from '../../../server/events/event.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { useEnvironment } from '../../frame/environment.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { type FieldFaults, fieldFaults, useFaultFocus } from '../../frame/parts/field-faults.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { languageOf } from '../../words/languages.ts'
import { useShow } from '../../words/show.ts'
import { SameAddress } from './same-address.tsx'
import { WebhookSecretDialog } from './secret-dialogs.tsx'

interface WebhookFormDialogProps {
  /** Adds one if undefined. */
  readonly webhook?: ConsoleWebhookJson
  readonly onClose: () => void
}

export function WebhookFormDialog({ webhook, onClose }: WebhookFormDialogProps) {
  const { t } = useTranslation('webhooks')
  const { environment } = useEnvironment()
  const isIn = webhook?.environment ?? environment
  const form = useWebhookForm(valuesOf(webhook))
  const change = useChange<object, ConsoleWebhookJson | MadeWebhookJson>(
    (json) =>
      webhook === undefined
        ? { path: '/webhooks', method: 'POST', json: { ...json, environment } }
        : { path: `/webhooks/${webhook.id}`, method: 'PATCH', json },
    { touches: ['/webhooks', '/approvals'] },
  )
  const faults = fieldFaults(change.error, params)
  const element = useFaultFocus(change.error)
  const submit = form.onSubmit((values) => {
    const changed = changesOf(values, webhook)
    if (webhook !== undefined && Object.keys(changed).length === 0) return onClose()
    change.mutate(changed, {
      onSuccess({ address_approval: address }) {
        if (webhook === undefined) return
        onClose()
        notifyDone(t('url' in changed && address ? 'approval.edited' : 'form.done'))
      },
    })
  })
  const made = change.data
  if (made && 'secret' in made) return <WebhookSecretDialog made={made} onClose={onClose} />
  const [title, action] =
    webhook === undefined
      ? (['form.add', 'form.add'] as const)
      : (['edit.action', 'form.save'] as const)
  return (
    <Dialog isOpen onClose={onClose} title={t(title)} size={600}>
      <form ref={element} onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields form={form} faults={faults} webhook={webhook} environment={isIn} />
          {faults.rest !== undefined && <ErrorState error={faults.rest} />}
          {isIn === 'live' && (
            <Text size="sm" c="dimmed">
              {t('approval.rule')}
            </Text>
          )}
          <FormEnding action={t(action)} isBusy={change.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Parameter names of the request. */
const params = ['url', 'events', 'description', 'timestamp_mode', 'client_certificate']

type WebhookForm = UseFormReturnType<WebhookValues>

/** The server decides whether the URL is allowed. */
function useWebhookForm(initialValues: WebhookValues): WebhookForm {
  const { t } = useTranslation('webhooks')
  return useForm<WebhookValues>({
    initialValues,
    validate: {
      url: (text) => (/^https?:\/\/\S+$/.test(text.trim()) ? null : t('form.urlWrong')),
      events: (chosen) => (chosen.length === 0 ? t('form.eventsMissing') : null),
    },
  })
}

interface FieldsProps {
  readonly form: WebhookForm
  /** Faults that the server reported. */
  readonly faults: FieldFaults
  readonly webhook: ConsoleWebhookJson | undefined
  readonly environment: Environment
}

function Fields({ form, faults, webhook, environment }: FieldsProps) {
  const { t, i18n } = useTranslation('webhooks')
  const { data: rules } = useRead<WebhookRulesJson>('/webhook-rules')
  return (
    <>
      <TextInput
        label={t('url')}
        description={rules && t(`form.address.${rules.plain_http}`)}
        type="url"
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
        error={form.errors.url ?? faults.at('url')}
      />
      <SameAddress {...form.values} environment={environment} id={webhook?.id} />
      <Checkbox.Group
        label={t('events')}
        {...form.getInputProps('events')}
        error={form.errors.events ?? faults.at('events')}
      >
        <Stack gap="xs" mt="xs">
          {subscribableEvents.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={<span className="svc-mono">{event}</span>}
              description={eventMeanings[event][languageOf(i18n.language)]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t('form.description')}
        maxLength={200}
        {...form.getInputProps('description')}
        error={faults.at('description')}
      />
      <NativeSelect
        label={t('form.mode')}
        description={t(`mode.${form.values.timestamp_mode}.means`)}
        data={(['auto', 'event', 'attempt'] as const).map((value) => ({
          value,
          label: t(`mode.${value}.name`),
        }))}
        {...form.getInputProps('timestamp_mode')}
        error={faults.at('timestamp_mode')}
      />
      <Certificate form={form} faults={faults} webhook={webhook} />
    </>
  )
}

function Certificate({ form, faults, webhook }: Omit<FieldsProps, 'environment'>) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const kept = webhook?.client_certificate
  const { subject, expires_at } = kept ?? { subject: '', expires_at: '' }
  return (
    <>
      <Textarea
        label={t('certificate.label')}
        description={t('certificate.hint')}
        placeholder={kept ? t('certificate.kept', { subject, date: show.date(expires_at) }) : ''}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'svc-mono' }}
        disabled={form.values.removesCertificate}
        {...form.getInputProps('pem')}
        error={faults.at('client_certificate')}
      />
      {kept && (
        <Checkbox
          label={t('certificate.remove')}
          {...form.getInputProps('removesCertificate', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

/** The fields of the request, and the certificate with its key as one text. */
interface WebhookValues
  extends Pick<ConsoleWebhookJson, 'url' | 'events' | 'timestamp_mode' | 'description'> {
  /** Empty: as it is. */
  readonly pem: string
  readonly removesCertificate: boolean
}

/** Of a new endpoint if undefined. */
function valuesOf(webhook: ConsoleWebhookJson | undefined) {
  const { url = '', events = subscribableEvents } = webhook ?? {}
  const { description = '', timestamp_mode = 'auto' } = webhook ?? {}
  return { url, events, description, timestamp_mode, pem: '', removesCertificate: false } as const
}

/** Only what differs, so that the audit log names nothing else. */
function changesOf(values: WebhookValues, webhook: ConsoleWebhookJson | undefined) {
  const { pem, removesCertificate, url, description = '', timestamp_mode } = values
  const events = subscribableEvents.filter((event) => values.events.includes(event))
  const given = { url: url.trim(), events, description: description.trim(), timestamp_mode }
  const before: Readonly<Record<string, unknown>> = { ...webhook }
  const changed = Object.entries(given).filter(
    ([name, value]) => String(value) !== String(before[name] ?? ''),
  )
  const [key = ''] = privateKey.exec(pem) ?? []
  return {
    ...Object.fromEntries(changed),
    ...(pem.trim() === ''
      ? {}
      : { client_certificate: { certificate: pem.replace(key, ''), private_key: key } }),
    ...(removesCertificate ? { client_certificate: {} } : {}),
  }
}

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----\n?/
