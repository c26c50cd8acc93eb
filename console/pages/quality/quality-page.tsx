// Quality of reviews, for leads and administrators: figures of each reviewer, the agreement of second reviewers, and
// the decisions that differ.

import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QualityJson } from '../../../server/console-api/quality/quality-json.ts'
import { useMay } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { FigurePeriodBar } from '../../frame/period/figure-period-bar.tsx'
import { useFigurePeriod } from '../../frame/period/use-figure-period.ts'
import { useShow } from '../../words/show.ts'
import { AgreementPanel } from './agreement-panel.tsx'
import { DifferingList } from './differing-list.tsx'
import { QualityExportMenu } from './export-menu.tsx'
import { ReviewersPanel } from './reviewers-panel.tsx'

export function QualityPage() {
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const isLead = useMay()('reviews.lead')
  const period = useFigurePeriod('28_days')
  const query = { environment, ...period.query }
  const read = useRead<QualityJson>('/quality', { query, enabled: period.query !== undefined })
  // Never shows the figures of one choice under the name of another.
  const isAsked = read.data?.environment === environment && read.data.period.name === period.name
  const quality = isAsked ? read.data : undefined
  return (
    <>
      <PageHeader
        title={tFrame('pages.quality')}
        text={quality && <Scope quality={quality} />}
        actions={quality && <QualityExportMenu query={query} quality={quality} />}
      />
      <Stack gap="lg">
        <FigurePeriodBar period={period} />
        {read.isError && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {quality && <Parts quality={quality} />}
        {!quality && !read.isError && period.query && <Skeleton h={280} aria-busy="true" />}
        {isLead && <DifferingList environment={environment} />}
      </Stack>
    </>
  )
}

function Parts({ quality }: { readonly quality: QualityJson }) {
  const { t } = useTranslation('quality')
  if (quality.reviewers.length === 0) return <EmptyState text={t('nothing')} />
  return (
    <>
      <ReviewersPanel quality={quality} />
      <AgreementPanel quality={quality} />
    </>
  )
}

function Scope({ quality: { sample_percent: percent, open } }: { readonly quality: QualityJson }) {
  const { t } = useTranslation('quality')
  const show = useShow()
  const said = percent === 0 ? t('off') : t('on', { percent: show.percent(percent / 100) })
  return open === 0 ? said : `${said} ${t('open', { count: open })}`
}
