// Reports for leads and auditors: reasons, times, approval and review outcomes over a period, by market, with export.

import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { markets } from '../../../server/markets/market.ts'
import { useRead } from '../../api/use-api.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { TimesPanel } from '../../frame/charts/times-panel.tsx'
import { useEnvironment } from '../../frame/environment.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { FigurePeriodBar } from '../../frame/period/figure-period-bar.tsx'
import { useFigurePeriod } from '../../frame/period/use-figure-period.ts'
import { usePeriodText } from '../../frame/period/use-period-text.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { CodesPanel } from './codes-panel.tsx'
import { ExportMenu } from './export-menu.tsx'
import { MarketField } from './market-field.tsx'
import classes from './reports.module.css'
import { TotalsPanel } from './totals-panel.tsx'

export function ReportsPage() {
  const { t: tFrame } = useTranslation('frame')
  const periodText = usePeriodText()
  const { environment } = useEnvironment()
  const period = useFigurePeriod('28_days')
  const [country, chooseCountry] = useCountry()
  const query = {
    environment,
    ...period.query,
    // The day so far beside the same hours of yesterday.
    ...(period.name === 'today' ? { compare: 'day_before' } : {}),
    ...(country === undefined ? {} : { country }),
  }
  const read = useRead<ReportJson>('/reports', { query, enabled: period.query !== undefined })
  // Never shows the figures of one choice under the name of another.
  const report = isOf(read.data, { environment, country: country ?? null, name: period.name })
    ? read.data
    : undefined
  return (
    <>
      <PageHeader
        title={tFrame('pages.reports')}
        text={report && periodText(report)}
        actions={report && <ExportMenu query={query} report={report} />}
      />
      <Stack gap="lg">
        <FigurePeriodBar period={period}>
          <MarketField country={country} onChoose={chooseCountry} />
        </FigurePeriodBar>
        {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {report && <Parts report={report} />}
        {!report && !read.isError && period.query && <Shape />}
      </Stack>
    </>
  )
}

function isOf(
  report: ReportJson | undefined,
  asked: { readonly environment: string; readonly country: string | null; readonly name: string },
): report is ReportJson {
  return (
    report?.environment === asked.environment &&
    report.country === asked.country &&
    report.period.name === asked.name
  )
}

function Parts({ report }: { readonly report: ReportJson }) {
  const { t } = useTranslation('reports')
  const { days, period, times, codes, figures } = report
  const shown = { days, isUnfinished: period.is_unfinished }
  const hasAny = [...Object.values(figures), ...Object.values(codes).flat()].some(
    ({ total, before }) => total > 0 || (before ?? 0) > 0,
  )
  if (!hasAny) return <EmptyState text={t('nothing')} />
  return (
    <>
      <TotalsPanel report={report} />
      <div className={classes.pair}>
        {(['result', 'review'] as const).map((kind) => (
          <TimesPanel
            key={kind}
            {...shown}
            title={t(`times.${kind}.title`)}
            text={t(`times.${kind}.text`)}
            label={t(`times.${kind}.label`)}
            times={times[kind]}
          />
        ))}
        {(['declined', 'error', 'review_cause', 'review_outcome'] as const).map((kind) => (
          <CodesPanel key={kind} kind={kind} report={report} />
        ))}
      </div>
      <ApprovalPanel report={report} />
    </>
  )
}

function Shape() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton h={180} />
      <Skeleton h={340} />
    </Stack>
  )
}

/** The market is kept in the address. */
function useCountry(): readonly [string | undefined, (country: string | undefined) => void] {
  const [parameters, setParameters] = useSearchParams()
  const country = markets.find((one) => one.country === parameters.get('country'))?.country
  const choose = (chosen: string | undefined) => {
    const changed = addressParameters()
    if (chosen === undefined) changed.delete('country')
    else changed.set('country', chosen)
    setParameters(changed, { replace: true })
  }
  return [country, choose]
}
