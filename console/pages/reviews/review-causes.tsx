// Reason for the review, since when, and what a review does not change.

import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'

export function ReviewCauses({ review, opened }: Pick<Editor, 'review' | 'opened'>) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const show = useShow()
  const isDecisive = opened.status === 'pending'
  const outcome = review.decision?.outcome
  const hasDecidedStatus = outcome === 'approved' || outcome === 'declined'
  const ended = (opened.reasons ?? []).map(({ code }) =>
    tLabels(`reason.${code as 'face_mismatch'}`),
  )
  return (
    <section>
      <Title order={2}>{t('panel.why')}</Title>
      <ul className={classes.causes}>
        {review.causes.map((cause) => (
          <li key={cause}>
            <Text component="span" fw={550}>
              {tLabels(`reviewCause.${cause}`)}
            </Text>{' '}
            {/* Nothing waits for a decision any more once there is one. */}
            {!(cause === 'decision' && hasDecidedStatus) && (
              <Text component="span" c="dimmed">
                {t(`causeText.${cause}`)}
              </Text>
            )}
            {(cause === 'declined' || cause === 'error') &&
              ended.map((text) => (
                <Text key={text} size="sm">
                  {text}
                </Text>
              ))}
          </li>
        ))}
      </ul>
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          {t('panel.since', { at: show.instant(review.created_at) })}
          {review.due !== null && ` · ${t('panel.due', { at: show.instant(review.due_at) })}`}
        </Text>
        {!hasDecidedStatus && (
          <Text size="xs" c="dimmed">
            {t(isDecisive ? 'panel.decidesStatus' : 'panel.neverStatus')}
          </Text>
        )}
      </Stack>
    </section>
  )
}
