// Error state: what failed, what it means, what to do, and the request id under which the server
// logged it.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../../api/refusal.ts'
import { useErrorText } from './error-text.ts'
import { IdText } from './id-text.tsx'

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('errors')
  const { title, text, isForeign } = useErrorText()(error)
  const requestId = error instanceof Refusal ? error.parts.requestId : undefined
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" {...(isForeign ? { lang: 'en' } : {})}>
          {text}
        </Text>
        {requestId !== undefined && (
          <Group gap={6}>
            <Text size="xs" c="dimmed">
              {t('request')}
            </Text>
            <IdText id={requestId} />
          </Group>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
