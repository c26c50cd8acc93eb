// Changes the URL, events and options of an endpoint.

import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useChange } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { fieldFaults, useFaultFocus } from '../../frame/parts/field-faults.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import type { WebhookDialogProps } from './webhook-dialog.ts'
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx'
import { changeOf, valuesOf, webhookParams } from './webhook-form.ts'

export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const [before] = useState(() => valuesOf(webhook))
  const form = useWebhookForm(before)
  const change = useChange<ReturnType<typeof changeOf>, ConsoleWebhookJson>(
    (json) => ({ path: `/webhooks/${webhook.id}`, method: 'PATCH', json }),
    { touches: ['/webhooks', '/approvals'] },
  )
  const faults = fieldFaults(change.error, webhookParams)
  const formElement = useFaultFocus(change.error)
  const submit = form.onSubmit((values) => {
    const changed = changeOf(values, before)
    if (Object.keys(changed).length === 0) return onClose()
    change.mutate(changed, {
      onSuccess({ address_approval: address }) {
        onClose()
        const isHeld = 'url' in changed && address !== null
        notifyDone(t(isHeld ? 'edit.waits' : 'edit.done'))
      },
    })
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('edit.title')} size={600}>
      <form ref={formElement} onSubmit={submit} noValidate>
        <Stack gap="md">
          <WebhookFields form={form} faults={faults} certificate={webhook.client_certificate} />
          {faults.rest !== undefined && <ErrorState error={faults.rest} />}
          {webhook.environment === 'live' && (
            <Text size="sm" c="dimmed">
              {t('edit.mayWait')}
            </Text>
          )}
          <FormEnding action={t('edit.action')} isBusy={change.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
