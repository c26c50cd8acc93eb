// Approval rates by market and document.

import { useTranslation } from 'react-i18next'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { BarRows } from '../../frame/charts/bar-rows.tsx'
import { useRateRows } from '../../frame/charts/use-rate-rows.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { toneFill } from '../../frame/status-colours.ts'

export function ApprovalPanel({ report }: { readonly report: ReportJson }) {
  const { t } = useTranslation('reports')
  const rows = useRateRows(report.approval_rates)
  return (
    <Panel title={t('approval.title')} text={t('approval.text')}>
      {rows.length === 0 ? t('none') : <BarRows rows={rows} colour={toneFill('approved')} />}
    </Panel>
  )
}
