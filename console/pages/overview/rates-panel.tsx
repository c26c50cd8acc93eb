// Approval rates by country and document.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { BarRows } from '../../frame/charts/bar-rows.tsx'
import { useRateRows } from '../../frame/charts/use-rate-rows.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { toneFill } from '../../frame/status-colours.ts'
import classes from './overview.module.css'

export function RatesPanel({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const rows = useRateRows(overview.approval_rates)
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
