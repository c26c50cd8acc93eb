// Sends one signed test event and shows the outcome, never the response body.

import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { TestJson } from '../../../server/api/webhooks/webhook-api.ts'
import { useChange } from '../../api/use-api.ts'
import { ConfirmDialog } from '../../frame/dialogs/confirm-dialog.tsx'
import { ExchangeWords } from './exchange-words.tsx'
import type { WebhookDialogProps } from './webhook-dialog.ts'

export function TestDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const send = useChange<void, TestJson & { readonly delivery_id: string }>(
    () => ({ path: `/webhooks/${webhook.id}/test`, method: 'POST', json: {} }),
    { touches: ['/webhooks'] },
  )
  const result = send.data
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('test.title')}
      text={
        <>
          {t('test.text')}
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
        </>
      }
      action={result === undefined ? t('test.action') : t('test.again')}
      {...(result === undefined ? {} : { away: t('test.close') })}
      isBusy={send.isPending}
      error={send.error}
      onConfirm={() => send.mutate()}
    >
      <div role="status">
        {result !== undefined && !send.isPending && (
          <Stack gap="xs">
            <ExchangeWords
              exchange={{
                status_code: result.status_code,
                duration_ms: result.duration_ms,
                error: result.error,
              }}
            />
            <Anchor
              component={Link}
              size="sm"
              to={`/webhooks/${webhook.id}/deliveries/${result.delivery_id}`}
            >
              {t('test.see')}
            </Anchor>
          </Stack>
        )}
      </div>
    </ConfirmDialog>
  )
}
