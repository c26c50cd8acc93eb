// Filters and order of the review queue, kept in the address.

import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import {
  type QueueView,
  queueOrders,
  queueViews,
  unassigned,
} from '../../../server/reviews/review.ts'
import type { UserNameJson } from '../../../server/reviews/review-json.ts'
import { savedParameters } from '../../../server/saved-filters/saved-filter.ts'
import { reviewOutcomes } from '../../../server/verifications/review-summary.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { type Filters, useFilters } from '../../frame/lists/use-filters.ts'
import { SavedFilterMenu } from '../../frame/saved-filters/saved-filter-menu.tsx'
import type { FilterToSave } from '../../frame/saved-filters/use-saved-filters.ts'
import { countries, documents, useCountryName } from '../verifications/verification-words.ts'
import { useReviewCodes } from './use-review-codes.ts'

const [, ...narrowing] = savedParameters.reviews
type Narrowing = Filters<(typeof narrowing)[number]>

interface QueueFilters {
  readonly view: QueueView
  readonly filters: Narrowing
  /** The server's parameters, without the environment. */
  readonly asked: Readonly<Record<string, string>>
  readonly toSave: FilterToSave
}

export function useQueueFilters(): QueueFilters {
  const filters = useFilters(narrowing)
  const { values } = useFilters(['state'])
  const [, setParameters] = useSearchParams()
  const view = queueViews.find((one) => one === values.state) ?? 'open'
  const set = narrowing.flatMap((name): [string, string][] => {
    const value = filters.values[name]
    return value === undefined ? [] : [[name, value]]
  })
  const state: [string, string][] = view === 'open' ? [] : [['state', view]]
  const asked = Object.fromEntries([...state, ...set])
  const apply = (chosen: Readonly<Record<string, string>>) => {
    const changed = addressParameters()
    for (const name of ['cursor', ...savedParameters.reviews]) changed.delete(name)
    for (const [name, value] of Object.entries(chosen)) changed.set(name, value)
    setParameters(changed, { replace: true })
  }
  const toSave = { list: 'reviews', parameters: asked, isPartial: false, apply } as const
  return { view, filters, asked, toSave }
}

interface QueueFilterBarProps extends QueueFilters {
  /** Beside the filters, such as the menu of columns. */
  readonly children: ReactNode
}

export function QueueFilterBar({ view, filters, toSave, children }: QueueFilterBarProps) {
  const { t } = useTranslation('reviews')
  const choices = useChoices(view)
  const mayWork = useMay()('reviews.work')
  const { cause, country, id_type: idType, outcome } = filters.values
  const isBounded = view === 'closed' && (cause ?? country ?? idType ?? outcome) !== undefined
  return (
    <>
      <Views view={view} />
      <FilterBar filters={filters} choices={choices}>
        {mayWork && <SavedFilterMenu filter={toSave} />}
        {children}
        {isBounded && (
          <Text size="sm" c="dimmed">
            {t('filter.back')}
          </Text>
        )}
      </FilterBar>
    </>
  )
}

/** Buttons rather than tabs, because they filter one list. */
function Views({ view }: { readonly view: QueueView }) {
  const { t } = useTranslation('reviews')
  const [, setParameters] = useSearchParams()
  const mayWork = useMay()('reviews.work')
  const choose = (one: QueueView) => {
    const changed = addressParameters()
    for (const name of ['cursor', 'state', ...(one === 'closed' ? [] : ['outcome'])]) {
      changed.delete(name)
    }
    if (one !== 'open') changed.set('state', one)
    setParameters(changed, { replace: true })
  }
  return (
    <Group gap={4} role="group" aria-label={t('view.label')} mb="sm">
      {queueViews
        .filter((one) => mayWork || one !== 'mine')
        .map((one) => (
          <Button
            key={one}
            size="xs"
            variant={one === view ? 'light' : 'subtle'}
            color={one === view ? 'accent' : 'gray'}
            aria-pressed={one === view}
            onClick={() => choose(one)}
          >
            {t(`view.${one}`)}
          </Button>
        ))}
    </Group>
  )
}

/** Closed reviews are nobody's any more, never late, and newest first; they alone have an outcome. */
function useChoices(view: QueueView) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const countryName = useCountryName()
  const codes = useReviewCodes()
  const reviewers = useReviewerChoices()
  const always = [
    {
      name: 'cause',
      label: t('filter.cause'),
      isSeveral: true,
      options: (codes?.causes ?? []).map((value) => ({
        value,
        label: tLabels(`reviewCause.${value}`),
      })),
    },
    {
      name: 'country',
      label: t('filter.country'),
      isSeveral: true,
      options: countries.map((value) => ({ value, label: countryName(value) })),
    },
    {
      name: 'id_type',
      label: t('filter.idType'),
      isSeveral: true,
      options: documents.map((value) => ({ value, label: tLabels(`document.${value}`) })),
    },
    { name: 'reviewer', label: t('filter.reviewer'), options: reviewers },
  ] as const
  if (view === 'closed') {
    const outcome = {
      name: 'outcome',
      label: t('columns.outcome'),
      isSeveral: true,
      options: reviewOutcomes.map((value) => ({ value, label: tLabels(`reviewOutcome.${value}`) })),
    } as const
    return [...always, outcome]
  }
  return [
    ...always,
    {
      name: 'assignee',
      label: t('filter.assignee'),
      isSeveral: true,
      options: [{ value: unassigned, label: t('filter.nobody') }, ...reviewers],
    },
    {
      name: 'overdue',
      label: t('filter.due'),
      options: [{ value: 'true', label: t('filter.overdue') }],
    },
    {
      name: 'order',
      label: t('filter.sort'),
      options: queueOrders.map((value) => ({ value, label: t(`filter.order.${value}`) })),
    },
  ] as const
}

/** The user first, if they are one of the reviewers. */
export function useReviewerChoices() {
  const { t } = useTranslation('reviews')
  const { user } = useMe()
  const others = useRead<{ readonly items: readonly UserNameJson[] }>('/reviews/reviewers').data
  const mayWork = useMay()('reviews.work')
  const me = { value: user.id, label: t('filter.me', { name: user.name }) }
  return [
    ...(mayWork ? [me] : []),
    ...(others?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ]
}
