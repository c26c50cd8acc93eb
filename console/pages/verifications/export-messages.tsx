// Notifications of an export: progress, success, failure.

import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../frame/parts/error-text.ts'
import { useShow } from '../../words/show.ts'
import type { CsvCount } from './csv-counter.ts'

interface ExportProgressProps {
  readonly counted: CsvCount
  readonly onStop: () => void
}

/** Not announced to screen readers, since the figures change too often. */
export function ExportProgress({ counted, onStop }: ExportProgressProps) {
  const { t } = useTranslation('verifications')
  const inWords = useCountInWords()
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" fw={500}>
        {t('list.export.running')}
      </Text>
      <Text size="sm" c="dimmed" className="svc-number" aria-live="off">
        {inWords(counted)}
      </Text>
      <Text size="xs" c="dimmed">
        {t('list.export.leave')}
      </Text>
      <Button size="compact-xs" h={24} variant="default" onClick={onStop}>
        {t('list.export.stop')}
      </Button>
    </Stack>
  )
}

export function ExportDone({ counted }: { readonly counted: CsvCount }) {
  const { t } = useTranslation('verifications')
  const inWords = useCountInWords()
  return (
    <Text size="sm">
      {t('list.export.done')} <span className="svc-number">{inWords(counted)}</span>
    </Text>
  )
}

/** @param props.error undefined where the user stopped it */
export function ExportFailed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('verifications')
  const { title, text, isForeign } = useErrorText()(error)
  if (error === undefined) return <Text size="sm">{t('list.export.stopped')}</Text>
  return (
    <>
      <Text size="sm" fw={500}>
        {t('list.export.failed', { title })}
      </Text>
      <Text size="sm" {...(isForeign ? { lang: 'en' } : {})}>
        {text}
      </Text>
    </>
  )
}

/** `1,204 rows, 310 kB` */
function useCountInWords(): (counted: CsvCount) => string {
  const { t } = useTranslation('verifications')
  const show = useShow()
  return ({ rows, bytes }) =>
    t('list.export.rows', { count: rows, shown: show.number(rows), bytes: show.bytes(bytes) })
}
