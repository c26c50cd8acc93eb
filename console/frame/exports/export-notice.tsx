// Notifications of an export: progress, success, failure.

import { Button, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import { useErrorText } from '../parts/error-text.ts'

export type ExportKind = 'audit' | 'verifications'

export interface ExportCount {
  readonly rows: number
  readonly bytes: number
  /** Number of damaged rows, which are missing from the file. */
  readonly damaged?: number
  /** Share that is exported, from 0 to 1; undefined where the whole is unknown. */
  readonly share?: number
}

interface CountedProps {
  readonly kind: ExportKind
  readonly counted: ExportCount
}

/** Not announced to screen readers, since the figures change too often. */
export function ExportProgress(props: CountedProps & { readonly onStop: () => void }) {
  const { kind, counted, onStop } = props
  const { t } = useTranslation('exports')
  const inWords = useCountInWords()
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm" fw={500}>
        {t(`${kind}.running`)}
      </Text>
      {counted.share !== undefined && (
        <Progress
          w="100%"
          value={Math.round(100 * counted.share)}
          aria-label={t(`${kind}.running`)}
        />
      )}
      <Text size="sm" c="dimmed" className="svc-number" aria-live="off">
        {inWords(kind, counted)}
      </Text>
      <Text size="xs" c="dimmed">
        {t(`${kind}.leave`)}
      </Text>
      <Button size="compact-xs" h={24} variant="default" onClick={onStop}>
        {t('stop')}
      </Button>
    </Stack>
  )
}

export function ExportDone({ kind, counted }: CountedProps) {
  const { t } = useTranslation('exports')
  const inWords = useCountInWords()
  const { damaged = 0 } = counted
  return (
    <>
      <Text size="sm">
        {t(`${kind}.done`)} <span className="svc-number">{inWords(kind, counted)}</span>
      </Text>
      {damaged > 0 && <Text size="sm">{t('damaged', { count: damaged })}</Text>}
    </>
  )
}

interface ExportFailedProps {
  readonly kind: ExportKind
  /** undefined where the user stopped it. */
  readonly error: unknown
}

export function ExportFailed({ kind, error }: ExportFailedProps) {
  const { t } = useTranslation('exports')
  const { title, text, isForeign } = useErrorText()(error)
  if (error === undefined) return <Text size="sm">{t(`${kind}.stopped`)}</Text>
  return (
    <>
      <Text size="sm" fw={500}>
        {t('failed', { title })}
      </Text>
      <Text size="sm" {...(isForeign ? { lang: 'en' } : {})}>
        {text}
      </Text>
    </>
  )
}

/** `1,204 rows, 310 kB`, or `1,204 entries.` */
function useCountInWords(): (kind: ExportKind, counted: ExportCount) => string {
  const { t } = useTranslation('exports')
  const show = useShow()
  return (kind, { rows, bytes }) =>
    t(`${kind}.rows`, { count: rows, shown: show.number(rows), bytes: show.bytes(bytes) })
}
