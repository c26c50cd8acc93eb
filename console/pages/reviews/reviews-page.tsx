// The review queue: figures, the next review on one key, and the list.

import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QueueView } from '../../../server/reviews/review.ts'
import type { QueuedReviewJson } from '../../../server/reviews/review-json.ts'
import { useList } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { KeyHint } from './key-hint.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { QueueFilterBar, useQueueFilters } from './queue-filter.tsx'
import { useNextReview } from './use-next-review.ts'

export function ReviewsPage() {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const next = useNextReview({ environment })
  useShortcut('n', t('takeNext'), next.take, 'review')
  return (
    <Stack gap="lg">
      <div>
        <PageHeader
          title={tFrame('pages.reviews')}
          text={t('text')}
          actions={
            <Button
              size="md"
              loading={next.isPending}
              rightSection={<KeyHint>n</KeyHint>}
              onClick={next.take}
            >
              {t('takeNext')}
            </Button>
          }
        />
        {next.error && <ErrorState error={next.error} />}
        <QueueFigures environment={environment} />
      </div>
      <Queue environment={environment} />
    </Stack>
  )
}

function Queue({ environment }: { readonly environment: 'live' | 'sandbox' }) {
  const { t: tFrame } = useTranslation('frame')
  const { view, filters } = useQueueFilters()
  const { cause, reviewer } = filters.values
  const list = useList<QueuedReviewJson>('/reviews', { environment, state: view, cause, reviewer })
  const columns = useQueueColumns(view)
  return (
    <div>
      <QueueFilterBar view={view} filters={filters} />
      <ListTable
        list={list}
        columns={columns}
        label={tFrame('pages.reviews')}
        linkOf={(item) => `/verifications/${item.verification_id}?tab=review`}
        empty={<Empty {...{ environment, view }} isFiltered={Boolean(cause ?? reviewer)} />}
      />
    </div>
  )
}

interface EmptyProps {
  readonly environment: 'live' | 'sandbox'
  readonly view: QueueView
  readonly isFiltered: boolean
}

function Empty({ environment, view, isFiltered }: EmptyProps) {
  const { t } = useTranslation('reviews')
  if (isFiltered) return <EmptyState text={t('empty.filtered')} />
  const isQuiet = environment === 'sandbox' && view === 'open'
  return <EmptyState text={t(isQuiet ? 'empty.sandbox' : `empty.${view}`)} />
}
