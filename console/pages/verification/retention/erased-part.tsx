// What is left of an erased verification: when and why it was erased, and the certificate.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RetentionJson } from '../../../../server/erasure/retention-json.ts'
import { useDownload } from '../../../api/use-download.ts'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { Instant } from '../../../frame/parts/instant.tsx'

interface ErasedPartProps {
  readonly id: string
  readonly erasure: NonNullable<RetentionJson['erasure']>
}

export function ErasedPart({ id, erasure }: ErasedPartProps) {
  const { t, i18n } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const download = useDownload()
  const take = (format: 'html' | 'json') =>
    download.mutate({
      path: `/verifications/${id}/erasure/certificate`,
      query: { format, language: i18n.language },
      name: `erasure-${id}.${format}`,
    })
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('retention.erasedAt')} <Instant at={erasure.erased_at} /> ·{' '}
        {tLabels(`erasureReason.${erasure.reason}`)}
      </Text>
      {download.error && <ErrorState error={download.error} />}
      <Group gap="xs">
        <Button loading={download.isPending} onClick={() => take('html')}>
          {t('retention.certificate')}
        </Button>
        <Button variant="default" loading={download.isPending} onClick={() => take('json')}>
          {t('retention.certificateJson')}
        </Button>
      </Group>
    </Stack>
  )
}
