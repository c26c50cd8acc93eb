// Scores by band, best first.

import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { BarRows } from '../../frame/charts/bar-rows.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import classes from './overview.module.css'

export function BandsPanel({ overview: { bands } }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const sum = bands.reduce((total, { verifications }) => total + verifications, 0)
  const rows = bands.toReversed().map(({ band, verifications }) => ({
    id: band,
    name: t(`bands.${band}.name`),
    aside: t(`bands.${band}.range`),
    value: show.number(verifications),
    part: verifications / Math.max(sum, 1),
    note: t('bands.part', { part: show.percent(verifications / Math.max(sum, 1)) }),
  }))
  return (
    <Panel title={t('bands.title')} text={t('bands.text')}>
      {sum === 0 ? (
        <p className={classes.sentence}>{t('bands.nothing')}</p>
      ) : (
        <BarRows rows={rows} colour="var(--mantine-color-anchor)" />
      )}
    </Panel>
  )
}
