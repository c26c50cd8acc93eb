// A panel with the times to a result or a decision, day by day.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'
import type { ChartDays } from './chart-days.ts'
import { ChartPanel } from './chart-panel.tsx'
import { TimesChart } from './times-chart.tsx'

interface Times {
  readonly median_ms: number | null
  readonly p95_ms: number | null
}

interface TimesPanelProps extends ChartDays {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly times: Times & { readonly by_day: readonly Times[] }
}

export function TimesPanel({ title, text, label, times, ...shown }: TimesPanelProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const said = (value: number | null) => (value === null ? '–' : show.duration(value))
  const columns = [
    { name: t('times.median'), values: times.by_day.map(({ median_ms }) => said(median_ms)) },
    { name: t('times.p95'), values: times.by_day.map(({ p95_ms }) => said(p95_ms)) },
  ]
  const all = t('times.all', { median: said(times.median_ms), p95: said(times.p95_ms) })
  return (
    <ChartPanel
      title={title}
      text={`${text} ${times.median_ms === null ? '' : all}`.trim()}
      chart={<TimesChart {...shown} label={label} times={times.by_day} />}
      table={{ ...shown, columns }}
      nothing={times.median_ms === null ? t('nothing') : undefined}
    />
  )
}
