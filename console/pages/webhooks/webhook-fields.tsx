// Form fields of an endpoint, for adding and editing.

import { Checkbox, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { CertificateJson } from '../../../server/api/webhooks/webhook-api.ts'
import type { WebhookRulesJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { eventMeanings, subscribableEvents } from '../../../server/events/event.ts'
import { useRead } from '../../api/use-api.ts'
import type { FieldFaults } from '../../frame/parts/field-faults.tsx'
import { languageOf } from '../../words/languages.ts'
import { useShow } from '../../words/show.ts'
import { timestampModesInOrder, type WebhookForm, type WebhookValues } from './webhook-form.ts'

interface WebhookFieldsProps {
  readonly form: WebhookForm
  /** Faults that the server reported. */
  readonly faults: FieldFaults
  /** The current certificate. */
  readonly certificate?: CertificateJson | null
}

/** Client-side checks; the server decides whether the URL is allowed. */
export function useWebhookForm(initialValues: WebhookValues): WebhookForm {
  const { t } = useTranslation('webhooks')
  return useForm<WebhookValues>({
    initialValues,
    validate: {
      url: (text) => {
        if (!URL.canParse(text.trim())) return t('fields.urlWrong')
        const { protocol, username, hash } = new URL(text.trim())
        if (!/^https?:$/.test(protocol)) return t('fields.urlWrong')
        return username !== '' || hash !== '' ? t('fields.urlMore') : null
      },
      events: (chosen) => (chosen.length === 0 ? t('fields.eventsMissing') : null),
    },
  })
}

export function WebhookFields({ form, faults, certificate = null }: WebhookFieldsProps) {
  const { t, i18n } = useTranslation('webhooks')
  const { data: rules } = useRead<WebhookRulesJson>('/webhook-rules')
  return (
    <>
      <TextInput
        label={t('columns.url')}
        description={t(`fields.address.${rules?.plain_http ?? 'unknown'}`)}
        type="url"
        inputMode="url"
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
        error={form.errors.url ?? faults.at('url')}
      />
      <Checkbox.Group
        label={t('columns.events')}
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
        label={t('fields.description')}
        description={t('fields.descriptionHint')}
        maxLength={200}
        {...form.getInputProps('description')}
        error={faults.at('description')}
      />
      <Radio.Group
        label={t('fields.mode')}
        description={t('fields.modeHint')}
        {...form.getInputProps('timestampMode')}
        error={faults.at('timestamp_mode')}
      >
        <Stack gap="xs" mt="xs">
          {timestampModesInOrder.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`mode.${mode}.name`)}
              description={t(`mode.${mode}.means`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Certificate form={form} faults={faults} certificate={certificate} />
    </>
  )
}

function Certificate({ form, faults, certificate = null }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const kept =
    certificate === null
      ? t('certificate.none')
      : t('certificate.kept', {
          subject: certificate.subject,
          date: show.date(certificate.expires_at),
        })
  const mono = { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } }
  return (
    <>
      <NativeSelect
        label={t('certificate.label')}
        description={t('certificate.hint')}
        data={[
          { value: 'keep', label: kept },
          { value: 'give', label: t('certificate.give') },
          ...(certificate === null ? [] : [{ value: 'remove', label: t('certificate.remove') }]),
        ]}
        {...form.getInputProps('certificateChoice')}
      />
      {form.values.certificateChoice === 'give' && (
        <>
          <Textarea
            label={t('certificate.chain')}
            description={t('certificate.chainHint')}
            autosize
            minRows={3}
            maxRows={6}
            spellCheck={false}
            {...mono}
            {...form.getInputProps('certificate')}
            error={faults.at('client_certificate.certificate')}
          />
          <Textarea
            label={t('certificate.key')}
            description={t('certificate.keyHint')}
            autosize
            minRows={3}
            maxRows={6}
            spellCheck={false}
            autoComplete="off"
            {...mono}
            {...form.getInputProps('privateKey')}
            error={faults.at('client_certificate.private_key')}
          />
        </>
      )}
    </>
  )
}
