// Adds a webhook endpoint, then shows its secret once.

import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MadeWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useChange } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { useEnvironment } from '../../frame/environment.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { fieldFaults, useFaultFocus } from '../../frame/parts/field-faults.tsx'
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx'
import { bodyOf, newWebhook, type WebhookValues, webhookParams } from './webhook-form.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'

export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const { environment } = useEnvironment()
  const form = useWebhookForm(newWebhook)
  const create = useChange<WebhookValues, MadeWebhookJson>(
    (values) => ({ path: '/webhooks', method: 'POST', json: { ...bodyOf(values), environment } }),
    { touches: ['/webhooks', '/approvals'] },
  )
  const faults = fieldFaults(create.error, webhookParams)
  const formElement = useFaultFocus(create.error)
  if (create.data) return <WebhookSecretDialog made={create.data} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={t(`create.title.${environment}`)} size={600}>
      <form
        ref={formElement}
        onSubmit={form.onSubmit((values) => create.mutate(values))}
        noValidate
      >
        <Stack gap="md">
          <WebhookFields form={form} faults={faults} />
          {faults.rest !== undefined && <ErrorState error={faults.rest} />}
          <Text size="sm" c="dimmed">
            {t('create.once')}
          </Text>
          {environment === 'live' && (
            <Text size="sm" c="dimmed">
              {t('create.waits')}
            </Text>
          )}
          <FormEnding action={t('create.action')} isBusy={create.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
