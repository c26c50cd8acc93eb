// Bar chart of usage by day or month, stacked by type; the table below has the same numbers.

import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import type { UsageSummaryJson } from '../../../server/api/usage/usage-api.ts'
import { isolated } from '../../words/language.ts'
import { useShow } from '../../words/show.ts'
import { usageSeries } from './usage-types.ts'
import { useDayText } from './use-day-text.ts'

const chartHeight = 220
/** `1.25K`, also in the narrow space beside the bars. */
const compact = { notation: 'compact', maximumFractionDigits: 2 } as const

/** Mantine moves the labels of a left axis 10 px away from the bars; a right axis needs it said. */
const rightAxis = {
  orientation: 'right',
  tick: { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' },
} as const

export function UsageChart({ summary }: { readonly summary: UsageSummaryJson }) {
  const { t, i18n } = useTranslation('usage')
  const isMirrored = i18n.dir() === 'rtl'
  const show = useShow()
  const dayText = useDayText()
  const rows = summary.items.map(({ group, by_type: byType }) => ({
    // The drawing itself runs from left to right.
    time: isolated(dayText.short(group)),
    verify: byType['kyc.verify'].quantity,
    score: byType['score.get'].quantity,
  }))
  return (
    <div role="img" aria-label={t('chart.label')}>
      <BarChart
        h={chartHeight}
        type="stacked"
        data={rows}
        dataKey="time"
        series={usageSeries.map(({ type, series, colour }) => ({
          name: series,
          label: t(`type.${type}`),
          color: colour,
        }))}
        accessibilityLayer={false}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        gridColor="var(--svc-line)"
        maxBarWidth={28}
        valueFormatter={(value) => show.number(value)}
        barProps={{
          isAnimationActive: false,
          // Parts that touch are set apart.
          stroke: 'var(--svc-surface)',
          strokeOpacity: 1,
          strokeWidth: 2,
        }}
        barChartProps={{ margin: { top: 8 } }}
        xAxisProps={{ interval: 'equidistantPreserveStart', reversed: isMirrored }}
        yAxisProps={{
          width: 48,
          allowDecimals: false,
          tickFormatter: (count: number) => isolated(show.number(count, compact)),
          ...(isMirrored ? rightAxis : {}),
        }}
      />
    </div>
  )
}
