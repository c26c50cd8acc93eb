// History of a review, oldest first. Entries cannot be changed.

import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReviewEntryJson } from '../../../server/reviews/review-json.ts'
import { Instant } from '../../frame/parts/instant.tsx'
import { useEntryText } from './entry-text.ts'
import classes from './reviews.module.css'

export function ReviewHistoryList({ entries }: { readonly entries: readonly ReviewEntryJson[] }) {
  const { t } = useTranslation('reviews')
  return (
    <section>
      <Title order={2} mb="xs">
        {t('panel.history')}
      </Title>
      {entries.length === 0 && <Text c="dimmed">{t('panel.historyEmpty')}</Text>}
      <ol className={classes.history}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry }: { readonly entry: ReviewEntryJson }) {
  const { title, details } = useEntryText()(entry)
  return (
    <li className={classes.entry}>
      <Stack gap={2}>
        <Text fw={550}>{title}</Text>
        {details.map((detail) => (
          <Text key={detail} size="sm">
            {detail}
          </Text>
        ))}
        {entry.note !== null && (
          <blockquote dir="auto" className={classes.quote}>
            {entry.note}
          </blockquote>
        )}
        <Text size="xs" c="dimmed">
          {entry.author?.name} <Instant at={entry.at} />
        </Text>
      </Stack>
    </li>
  )
}
