// Usage of a period: totals, chart, table, CSV, recounts. The same numbers as `svc usage`.

import { Button, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { loadPart } from '../../frame/load-part.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { UsageChartPanel } from './chart-panel.tsx'
import { EnvironmentsPanel } from './environments-panel.tsx'
import { UsageFigures } from './figures.tsx'
import { dayBefore, groupingOf, spanOfDays } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import { RecountAlarm } from './recount-alarm.tsx'
import { TablePanel } from './table-panel.tsx'
import classes from './usage.module.css'
import { type ChosenPeriod, usePeriod } from './use-period.ts'
import { type RecountRequest, useRecount } from './use-recount.ts'

const RecountDialog = loadPart(async () => (await import('./recount-dialog.tsx')).RecountDialog)

export function UsagePage() {
  const { t } = useTranslation('usage')
  const { t: tFrame } = useTranslation('frame')
  const period = usePeriod()
  const { environment } = useEnvironment()
  const mayRecount = useMay()('usage.recount')
  const recount = useRecount()
  const [request, setRequest] = useState<RecountRequest | undefined>(undefined)
  const yesterday = dayBefore(Date.now())
  const ofNight = { from: yesterday, to: yesterday }
  return (
    <div className={classes.page}>
      <PageHeader
        title={tFrame('pages.usage')}
        text={t(`text.${environment}`)}
        actions={
          mayRecount && (
            <Button variant="default" onClick={() => setRequest({ days: ofNight, repair: false })}>
              {t('recount.open')}
            </Button>
          )
        }
      />
      <RecountAlarm
        onRepair={
          mayRecount
            ? (from) => setRequest({ days: { from, to: yesterday }, repair: true })
            : undefined
        }
      />
      <Stack gap="lg">
        <PeriodBar period={period} />
        {period.fault === undefined && <Counted period={period} />}
      </Stack>
      {request && (
        <RecountDialog request={request} recount={recount} onClose={() => setRequest(undefined)} />
      )}
    </div>
  )
}

function Counted({ period }: { readonly period: ChosenPeriod }) {
  const { environment } = useEnvironment()
  const span = spanOfDays(period.days)
  const grouping = groupingOf(period.days)
  const sum = (of: string) => ({ query: { ...span, environment: of, group_by: grouping } })
  const own = useRead<UsageSummaryJson>('/usage/summary', sum(environment))
  const others = environment === 'live' ? 'sandbox' : 'live'
  const other = useRead<UsageSummaryJson>('/usage/summary', sum(others))
  const error = own.error ?? other.error
  if (error !== null) {
    return (
      <ErrorState error={error} onRetry={() => Promise.all([own.refetch(), other.refetch()])} />
    )
  }
  if (own.data === undefined || other.data === undefined) return <Shape />
  const isEmpty = own.data.totals.events === 0
  const [live, sandbox] = environment === 'live' ? [own, other] : [other, own]
  return (
    <>
      <UsageFigures environment={environment} totals={own.data.totals} />
      {isEmpty ? (
        <Nothing period={period} />
      ) : (
        <>
          <UsageChartPanel summary={own.data} />
          <TablePanel query={{ ...span, environment }} grouping={grouping} />
        </>
      )}
      <EnvironmentsPanel
        chosen={environment}
        totals={{ live: live.data.totals, sandbox: sandbox.data.totals }}
      />
    </>
  )
}

/** Skeleton of the page. */
function Shape() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton h={104} />
      <Skeleton h={310} />
      <Skeleton h={240} />
    </Stack>
  )
}

/** Offers a longer period, or the API keys where there is no usage at all. */
function Nothing({ period }: { readonly period: ChosenPeriod }) {
  const { t } = useTranslation('usage')
  const { environment } = useEnvironment()
  const isWide = period.name === '90_days'
  return (
    <EmptyState text={t(`empty.${environment}`)}>
      {isWide ? (
        <Button component={Link} to="/keys" variant="default">
          {t('toKeys')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => period.choose('90_days')}>
          {t('lookBack')}
        </Button>
      )}
    </EmptyState>
  )
}
