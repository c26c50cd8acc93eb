// Approval rates by country and document as rows of bars.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { countryNames } from '../../words/formats.ts'
import { useShow } from '../../words/show.ts'

export function useRateRows(rates: OverviewJson['approval_rates']) {
  const { t, i18n } = useTranslation('overview')
  const show = useShow()
  const countries = countryNames(i18n.language)
  return rates.map(({ country, id_type: document, approved, declined, error, rate }) => ({
    id: `${country} ${document}`,
    name: countries.of(country) ?? country,
    aside: t(`documents.${document}`),
    value: rate === null ? '–' : show.percent(rate),
    part: rate ?? 0,
    note: [
      t('rates.of', { approved: show.number(approved), decided: show.number(approved + declined) }),
      ...(error > 0 ? [t('rates.errors', { count: error })] : []),
    ].join(' · '),
  }))
}
