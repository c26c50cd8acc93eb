// Notifications of an export: progress, success, failure.

import { Button, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../frame/parts/error-text.ts'
import { useShow } from '../../words/show.ts'

export interface Exported {
  readonly entries: number
  /** Number of damaged entries, which are missing from the file. */
  readonly damaged: number
  /** Share of the log exported, from 0 to 1. */
  readonly part: number
}

interface ExportedProps {
  readonly exported: Exported
}

/** Not announced to screen readers, since the figures change too often. */
export function ExportProgress({
  exported: { entries: count, part },
  onStop,
}: ExportedProps & { readonly onStop: () => void }) {
  const { t } = useTranslation('audit')
  const show = useShow()
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('export.running')}
      </Text>
      <Progress value={100 * part} aria-label={t('export.running')} />
      <Text size="xs" c="dimmed" className="svc-number" aria-live="off">
        {t('export.entries', { count, shown: show.number(count) })} {t('export.leave')}
      </Text>
      <Button
        size="compact-xs"
        h={24}
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={onStop}
      >
        {t('export.stop')}
      </Button>
    </Stack>
  )
}

export function ExportDone({ exported: { entries: count, damaged } }: ExportedProps) {
  const { t } = useTranslation('audit')
  const show = useShow()
  return (
    <>
      <Text size="sm">
        {t('export.done')} {t('export.entries', { count, shown: show.number(count) })}
      </Text>
      {damaged > 0 && <Text size="sm">{t('export.damaged', { count: damaged })}</Text>}
    </>
  )
}

/** @param props.error undefined where the user stopped it */
export function ExportFailed({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('audit')
  const { title, text, isForeign } = useErrorText()(error)
  if (error === undefined) return <Text size="sm">{t('export.stopped')}</Text>
  return (
    <>
      <Text size="sm" fw={500}>
        {t('export.failed', { title })}
      </Text>
      <Text size="sm" {...(isForeign ? { lang: 'en' } : {})}>
        {text}
      </Text>
    </>
  )
}
