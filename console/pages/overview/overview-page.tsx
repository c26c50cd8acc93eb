// Overview of today and the previous seven days, health, and items that need attention. Read again
// every 30 seconds while visible.

import { Anchor, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useRead } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useShow } from '../../words/show.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { BandsPanel } from './bands-panel.tsx'
import { FiguresRow } from './figures-row.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ApplianceHealthPanel } from './health-panel.tsx'
import classes from './overview.module.css'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { TimesPanel } from './times-panel.tsx'
import { VolumePanel } from './volume-panel.tsx'

export function OverviewPage() {
  const { t } = useTranslation('overview')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const read = useRead<OverviewJson>('/overview', { query: { environment }, everyMs: 30_000 })
  // Never shows the figures of one environment under the name of the other.
  const overview = read.data?.environment === environment ? read.data : undefined
  return (
    <>
      <PageHeader
        title={tFrame('pages.overview')}
        text={<AsOf at={overview?.at} />}
        actions={overview && <AttentionCount count={overview.needs_attention.length} />}
      />
      <Stack gap="lg">
        {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {overview && <Parts overview={overview} />}
        {!overview && !read.isError && <OverviewSkeleton label={t('loading')} />}
      </Stack>
    </>
  )
}

function Parts({ overview }: { readonly overview: OverviewJson }) {
  const { has_verifications: isUsed, environment, needs_attention: lines, health } = overview
  return (
    <>
      {isUsed ? (
        <>
          <FiguresRow overview={overview} />
          <div className={classes.pair}>
            <VolumePanel overview={overview} />
            <TimesPanel overview={overview} />
          </div>
        </>
      ) : (
        <FirstSteps environment={environment} />
      )}
      <AttentionPanel lines={lines} />
      <ApplianceHealthPanel health={health} />
      {isUsed && (
        <div className={classes.pair}>
          <RatesPanel overview={overview} />
          <BandsPanel overview={overview} />
        </div>
      )}
    </>
  )
}

function AsOf({ at }: { readonly at: string | undefined }) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return at === undefined ? t('text') : `${t('text')} ${t('asOf', { instant: show.instant(at) })}`
}

function AttentionCount({ count }: { readonly count: number }) {
  const { t } = useTranslation('overview')
  if (count === 0) return null
  return (
    <Anchor href="#attention" className={classes.notice ?? ''}>
      <IconAlertTriangle size={16} aria-hidden />
      {t('attention.count', { count })}
    </Anchor>
  )
}
