// The review queue: figures, the next review on one key, and the list.

import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { QueueView } from '../../../server/reviews/review.ts'
import type { QueuedReviewJson } from '../../../server/reviews/review-json.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import { ColumnMenu } from '../../frame/lists/column-menu.tsx'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { shownColumns, useHiddenColumns } from '../../frame/lists/use-hidden-columns.ts'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { KeyHint } from './key-hint.tsx'
import { QualityChecksButton } from './quality-checks-button.tsx'
import { useQueueColumns } from './queue-columns.tsx'
import { QueueFigures } from './queue-figures.tsx'
import { QueueFilterBar, useQueueFilters } from './queue-filter.tsx'
import { ReviewNotices } from './review-notices.tsx'
import { useNextReview } from './use-next-review.ts'
import { useSelection } from './use-selection.ts'

/** Users who do not work on reviews, such as auditors, read and filter the list. */
export function ReviewsPage() {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const mayWork = useMay()('reviews.work')
  if (mayWork) return <QueueToWorkOn environment={environment} />
  return (
    <div>
      <PageHeader title={tFrame('pages.reviews')} text={t('textToRead')} />
      <Queue environment={environment} />
    </div>
  )
}

function QueueToWorkOn({ environment }: { readonly environment: 'live' | 'sandbox' }) {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const next = useNextReview({ environment })
  useShortcut('n', t('takeNext'), next.take, 'review')
  return (
    <Stack gap="lg">
      <div>
        <PageHeader
          title={tFrame('pages.reviews')}
          text={t('text')}
          actions={
            <>
              <Button component={Link} to="/reviews/decisions" size="md" variant="default">
                {t('history.title')}
              </Button>
              <QualityChecksButton environment={environment} />
              <Button
                size="md"
                loading={next.isPending}
                rightSection={<KeyHint>n</KeyHint>}
                onClick={next.take}
              >
                {t('takeNext')}
              </Button>
            </>
          }
        />
        {next.error && <ErrorState error={next.error} />}
        <QueueFigures environment={environment} />
      </div>
      <ReviewNotices environment={environment} />
      <Queue environment={environment} />
    </Stack>
  )
}

function Queue({ environment }: { readonly environment: 'live' | 'sandbox' }) {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const queue = useQueueFilters()
  const { view, filters } = queue
  const asked = { ...queue.asked, environment }
  const list = useList<QueuedReviewJson>('/reviews', asked)
  const columns = useQueueColumns(view)
  const hidden = useHiddenColumns('reviews')
  const selection = useSelection(JSON.stringify(asked))
  const isEmpty = list.read.isSuccess && list.items.length === 0
  const mayAssign = useMay()('reviews.lead') && view !== 'closed'
  return (
    <div>
      <QueueFilterBar {...queue}>
        <ColumnMenu columns={columns} hidden={hidden} />
      </QueueFilterBar>
      {mayAssign && <BulkBar {...{ selection, asked, isEmpty }} />}
      <ListTable
        list={list}
        columns={shownColumns(columns, hidden)}
        label={tFrame('pages.reviews')}
        linkOf={(item) => `/verifications/${item.verification_id}?tab=review`}
        empty={<Empty {...{ environment, view }} isFiltered={!filters.isEmpty} />}
        selection={
          mayAssign
            ? {
                has: (id) => selection.ids.includes(id),
                set: selection.set,
                labelOf: ({ verification, verification_id: id }) =>
                  t('bulk.row', { name: verification.external_ref ?? id }),
                labelOfAll: t('bulk.page'),
              }
            : undefined
        }
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
