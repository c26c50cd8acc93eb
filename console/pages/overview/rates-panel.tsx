// Approval rates by country and document.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { BarRows } from './bar-rows.tsx'
import classes from './overview.module.css'

export function RatesPanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const rows = useRows(overview.approval_rates)
  return (
    <Panel title={t('rates.title')} text={t('rates.text')}>
      {rows.length === 0 ? (
        <p className={classes.sentence}>{t('nothing')}</p>
      ) : (
        <BarRows rows={rows} colour={toneFill('approved')} />
      )}
    </Panel>
  )
}

function useRows(rates: OverviewJson['approval_rates']) {
  const { t, i18n } = useTranslation('overview')
  const show = useShow()
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' })
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
