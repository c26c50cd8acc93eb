// Figures and charts of an appliance that has verifications. A new one shows its first steps instead and does not load
// this file.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { TimesPanel } from '../../frame/charts/times-panel.tsx'
import { BandsPanel } from './bands-panel.tsx'
import { FiguresRow } from './figures-row.tsx'
import classes from './overview.module.css'
import { RatesPanel } from './rates-panel.tsx'
import { VolumePanel } from './volume-panel.tsx'

interface UsedOverviewProps {
  readonly overview: OverviewJson
  /** Between the charts over time and the shares. */
  readonly children: ReactNode
}

export function UsedOverview({ overview, children }: UsedOverviewProps) {
  const { t } = useTranslation('overview')
  return (
    <>
      <FiguresRow overview={overview} />
      <div className={classes.pair}>
        <VolumePanel overview={overview} />
        <TimesPanel
          title={t('times.title')}
          text={t('times.text')}
          label={t('times.label')}
          days={overview.days}
          isUnfinished={overview.period.is_unfinished}
          times={overview.time_to_result}
        />
      </div>
      {children}
      <div className={classes.pair}>
        <RatesPanel overview={overview} />
        <BandsPanel overview={overview} />
      </div>
    </>
  )
}
