// Overview of a period, compared with the same hours before it; health, and items that need attention. Read again
// every 30 seconds while visible.

import { Anchor, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { useRead } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { FigurePeriodBar } from '../../frame/period/figure-period-bar.tsx'
import { useFigurePeriod } from '../../frame/period/use-figure-period.ts'
import { usePeriodText } from '../../frame/period/use-period-text.ts'
import { useWhenWanted } from '../../frame/use-on-demand.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ApplianceHealthPanel } from './health-panel.tsx'
import classes from './overview.module.css'
import { OverviewSkeleton } from './overview-skeleton.tsx'

export function OverviewPage() {
  const { t } = useTranslation('overview')
  const { t: tFrame } = useTranslation('frame')
  const periodText = usePeriodText()
  const { environment } = useEnvironment()
  const period = useFigurePeriod('today')
  const read = useRead<OverviewJson>('/overview', {
    query: { environment, ...period.query },
    everyMs: 30_000,
    enabled: period.query !== undefined,
  })
  // Never shows the figures of one environment under the name of the other.
  const overview =
    read.data?.environment === environment && read.data.period.name === period.name
      ? read.data
      : undefined
  return (
    <>
      <PageHeader
        title={tFrame('pages.overview')}
        text={overview && periodText(overview, overview.has_verifications)}
        actions={overview && <AttentionCount count={overview.needs_attention.length} />}
      />
      <Stack gap="lg">
        <FigurePeriodBar period={period} />
        {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {overview && <Parts overview={overview} />}
        {!overview && !read.isError && period.query && <OverviewSkeleton label={t('loading')} />}
      </Stack>
    </>
  )
}

interface PartsProps {
  readonly overview: OverviewJson
}

function Parts({ overview }: PartsProps) {
  const { t } = useTranslation('overview')
  const { has_verifications: isUsed, environment, needs_attention: lines, health } = overview
  const UsedOverview = useWhenWanted(isUsed, loadUsedOverview)
  const state = (
    <>
      <AttentionPanel lines={lines} />
      <ApplianceHealthPanel health={health} />
    </>
  )
  if (!isUsed) {
    return (
      <>
        <FirstSteps environment={environment} />
        {state}
      </>
    )
  }
  if (UsedOverview === undefined) return <OverviewSkeleton label={t('loading')} />
  return <UsedOverview overview={overview}>{state}</UsedOverview>
}

async function loadUsedOverview() {
  return (await import('./used-overview.tsx')).UsedOverview
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
