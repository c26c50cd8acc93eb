// Error state: what failed, what it means, what to do, and the request id under which the server
// logged it.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../api/refusal.ts'
import { useErrorText } from './error-text.ts'

/** Loaded on demand, to keep the first load small. If it cannot be loaded, the id has no button to copy it. */
const IdText = lazy(async () => ({
  default: await import('./id-text.tsx').then(
    (loaded) => loaded.IdText,
    () => PlainId,
  ),
}))

interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('errors')
  const { title, text, isForeign } = useErrorText()(error)
  const requestId = error instanceof ApiRefusal ? error.parts.requestId : undefined
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
            <Suspense fallback={<PlainId id={requestId} />}>
              <IdText id={requestId} />
            </Suspense>
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

function PlainId({ id }: { readonly id: string }) {
  return <span className="svc-mono">{id}</span>
}
