// Filters of an exported list as text, from the form stored in the log (`status:declined`,
// `external_ref`); unknown ones are shown as they are.

import { useTranslation } from 'react-i18next'
import { reviewStates } from '../../../server/verifications/review-summary.ts'
import { useShow } from '../../words/show.ts'
import {
  bandsHighestFirst,
  documents,
  reasonsInOrder,
  statuses,
  useCountryName,
} from '../verifications/verification-words.ts'

export function useFilterWords(): (filters: readonly string[]) => string {
  const { t } = useTranslation('audit')
  const filterInWords = useOneFilter()
  return (filters) =>
    filters.length === 0 ? t('filters.none') : filters.map(filterInWords).join(' · ')
}

type Column = 'status' | 'country' | 'document' | 'band' | 'reason' | 'scoring' | 'review'

function useOneFilter(): (filter: string) => string {
  const { t } = useTranslation('audit')
  const { t: tLabels } = useTranslation('labels')
  const { t: tCases } = useTranslation('verifications')
  const countryName = useCountryName()
  const show = useShow()
  return (filter) => {
    const colon = filter.indexOf(':')
    const name = colon === -1 ? filter : filter.slice(0, colon)
    const code = colon === -1 ? '' : filter.slice(colon + 1)
    switch (name) {
      case 'status':
        return set(
          'status',
          wordOf(statuses, code, (one) => tLabels(`status.${one}`)),
        )
      case 'id_type':
        return set(
          'document',
          wordOf(documents, code, (one) => tLabels(`document.${one}`)),
        )
      case 'band':
        return set(
          'band',
          wordOf(bandsHighestFirst, code, (one) => tLabels(`band.${one}`)),
        )
      case 'reason':
        return set(
          'reason',
          wordOf(reasonsInOrder, code, (one) => tCases(`list.reason.${one}`)),
        )
      case 'review_state':
        return set(
          'review',
          wordOf(reviewStates, code, (one) => tCases(`list.review.${one}`)),
        )
      case 'country':
        return set('country', countryName(code))
      case 'scoring_skipped':
        return code === 'true' ? set('scoring', tCases('list.scoring.skipped')) : filter
      case 'created_from':
        return t('filters.from', { at: show.instant(code) })
      case 'created_to':
        return t('filters.to', { at: show.instant(code) })
      case 'external_ref':
        return t('filters.reference')
      case 'id_number':
        return t('filters.number')
      default:
        return filter
    }
  }

  function set(column: Column, value: string): string {
    return t('filters.set', { filter: tCases(`list.columns.${column}`), value })
  }
}

function wordOf<Code extends string>(
  known: readonly Code[],
  code: string,
  say: (code: Code) => string,
): string {
  const found = known.find((one) => one === code)
  return found === undefined ? code : say(found)
}
