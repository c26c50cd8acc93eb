// Totals of the period beside the same hours before.

import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { FiguresTable } from './figures-table.tsx'

const names = ['submitted', 'approved', 'declined', 'error'] as const

export function TotalsPanel({
  report: { figures, decided_by_staff: staff, comparison },
}: {
  readonly report: ReportJson
}) {
  const { t } = useTranslation('reports')
  const { t: tOverview } = useTranslation('overview')
  const rows = names.map((name) => ({ name: tOverview(`figures.${name}`), ...figures[name] }))
  const isShown = staff.total > 0 || (staff.before ?? 0) > 0
  const staffRow = { name: t('totals.staff'), ...staff }
  return (
    <Panel
      title={t('totals.title')}
      text={t(comparison.hours === null ? 'totals.alone' : 'totals.text')}
    >
      <Box maw={720}>
        <FiguresTable label={t('totals.title')} rows={isShown ? [...rows, staffRow] : rows} />
      </Box>
    </Panel>
  )
}
