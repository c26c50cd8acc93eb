// The tab of the review: to work on it, or, for users who decide no reviews, to read it.

import { Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { SeenBefore } from '../verification/seen-before.tsx'
import type { VerificationTabProps } from '../verification/verification-tab-props.ts'
import { DecisionNotice } from './decision-notice.tsx'
import { ReviewCauses } from './review-causes.tsx'
import { ReviewHistoryList } from './review-history.tsx'
import { ReviewPanel } from './review-panel.tsx'

export function ReviewTab(props: VerificationTabProps) {
  return useMay()('reviews.work') ? <ReviewPanel {...props} /> : <ReviewToRead {...props} />
}

/** Read when the tab is opened, since the audit log has each look at notes. */
function ReviewToRead({ opened }: VerificationTabProps) {
  const { t } = useTranslation('reviews')
  const id = opened.review?.id
  const read = useRead<ReviewDetailJson>(`/reviews/${id}`, { enabled: id !== undefined })
  if (id === undefined) return <Text>{t('panel.none')}</Text>
  if (read.error) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  if (read.data === undefined) return <Skeleton h={220} aria-busy />
  const review = read.data
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {t('panel.toRead')}
      </Text>
      <DecisionNotice review={review} opened={opened} />
      <ReviewCauses review={review} opened={opened} />
      <SeenBefore opened={opened} />
      <ReviewHistoryList entries={review.entries} />
    </Stack>
  )
}
