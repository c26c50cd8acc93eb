// Filter chips of the list, with the saved filters.

import { useTranslation } from 'react-i18next'
import { reviewStates } from '../../../server/verifications/review-summary.ts'
import { FilterBar } from '../../frame/lists/filter-bar.tsx'
import { ChipButton, FilterChip } from '../../frame/lists/filter-chip.tsx'
import { SavedFilterMenu } from '../../frame/saved-filters/saved-filter-menu.tsx'
import { DaysChip } from './days-chip.tsx'
import type { VerificationFilterState } from './use-verification-filters.ts'
import {
  bandsHighestFirst,
  countries,
  documents,
  reasonsInOrder,
  statuses,
  useCountryName,
} from './verification-words.ts'

interface VerificationFilterBarProps {
  readonly filter: VerificationFilterState
  readonly count: string | undefined
}

export function VerificationFilterBar({ filter, count }: VerificationFilterBarProps) {
  const choices = useChoices()
  const { values, set } = filter
  return (
    <FilterBar filters={filter} choices={choices} {...(count === undefined ? {} : { count })}>
      <DaysChip value={values.dates} onChange={(dates) => set('dates', dates)} />
      {values.external_ref !== undefined && (
        <ReferenceChip
          reference={values.external_ref}
          onRemove={() => set('external_ref', undefined)}
        />
      )}
      <SavedFilterMenu filter={filter} />
    </FilterBar>
  )
}

function useChoices() {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const countryName = useCountryName()
  return [
    {
      name: 'status',
      isSeveral: true,
      label: t('list.columns.status'),
      options: statuses.map((value) => ({ value, label: tLabels(`status.${value}`) })),
    },
    {
      name: 'country',
      isSeveral: true,
      label: t('list.columns.country'),
      options: countries.map((value) => ({ value, label: countryName(value) })),
    },
    {
      name: 'id_type',
      isSeveral: true,
      label: t('list.columns.document'),
      options: documents.map((value) => ({ value, label: tLabels(`document.${value}`) })),
    },
    {
      name: 'band',
      isSeveral: true,
      label: t('list.columns.band'),
      options: bandsHighestFirst.map((value) => ({ value, label: tLabels(`band.${value}`) })),
    },
    {
      name: 'scoring_skipped',
      label: t('list.columns.scoring'),
      options: [{ value: 'true', label: t('list.scoring.skipped') }],
    },
    {
      name: 'reason',
      isSeveral: true,
      label: t('list.columns.reason'),
      options: reasonsInOrder.map((value) => ({ value, label: t(`list.reason.${value}`) })),
    },
    {
      name: 'review_state',
      isSeveral: true,
      label: t('list.columns.review'),
      options: reviewStates.map((value) => ({ value, label: t(`list.review.${value}`) })),
    },
  ] as const
}

/** Set by a search; changed by another search in the top bar. */
function ReferenceChip({
  reference,
  onRemove,
}: {
  readonly reference: string
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('verifications')
  const label = t('list.columns.reference')
  return (
    <FilterChip label={label} isSet onRemove={onRemove}>
      <ChipButton label={label} value={reference} isFixed />
    </FilterChip>
  )
}
