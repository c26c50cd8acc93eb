// Filters of the review queue: state, reason, reviewer. Kept in the address.

import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type QueueView, queueViews } from '../../../server/reviews/review.ts'
import type { ReviewCodesJson, UserNameJson } from '../../../server/reviews/review-json.ts'
import { useMe } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'

type Narrowing = Filters<'cause' | 'reviewer'>

interface QueueFilters {
  readonly view: QueueView
  readonly filters: Narrowing
}

export function useQueueFilters(): QueueFilters {
  const filters = useFilters(['cause', 'reviewer'])
  const { values } = useFilters(['state'])
  return { view: queueViews.find((one) => one === values.state) ?? 'open', filters }
}

export function QueueFilterBar({ view, filters }: QueueFilters) {
  const { t } = useTranslation('reviews')
  const choices = useChoices()
  const isBounded = view === 'closed' && filters.values.cause !== undefined
  return (
    <Group gap="md" align="flex-start" justify="space-between">
      <Views view={view} />
      <FilterBar filters={filters} choices={choices}>
        {isBounded && (
          <Text size="sm" c="dimmed">
            {t('filter.back')}
          </Text>
        )}
      </FilterBar>
    </Group>
  )
}

/** Buttons rather than tabs, because they filter one list. */
function Views({ view }: { readonly view: QueueView }) {
  const { t } = useTranslation('reviews')
  const state = useFilters(['state'])
  return (
    <Group gap={4} role="group" aria-label={t('view.label')} mb="sm">
      {queueViews.map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === view ? 'light' : 'subtle'}
          color={one === view ? 'accent' : 'gray'}
          aria-pressed={one === view}
          onClick={() => state.set('state', one === 'open' ? undefined : one)}
        >
          {t(`view.${one}`)}
        </Button>
      ))}
    </Group>
  )
}

function useChoices() {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const { user } = useMe()
  const codes = useRead<ReviewCodesJson>('/reviews/codes').data
  const others = useRead<{ readonly items: readonly UserNameJson[] }>('/reviews/reviewers').data
  const me = { value: user.id, label: t('filter.me', { name: user.name }) }
  return [
    {
      name: 'cause',
      label: t('filter.cause'),
      options: (codes?.causes ?? []).map((value) => ({
        value,
        label: tLabels(`reviewCause.${value}`),
      })),
    },
    {
      name: 'reviewer',
      label: t('filter.reviewer'),
      options: [me, ...(others?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))],
    },
  ] as const
}
