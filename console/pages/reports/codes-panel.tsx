// Reasons, causes or outcomes over time: the most frequent as series of a chart, all of them as a table.

import { useTranslation } from 'react-i18next'
import type { CodeFigureJson, ReportJson } from '../../../server/console-api/reports/report-json.ts'
import { ChartPanel } from '../../frame/charts/chart-panel.tsx'
import { type Series, StackedChart } from '../../frame/charts/stacked-chart.tsx'
import { seriesFill, seriesMax } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { FiguresTable } from './figures-table.tsx'
import classes from './reports.module.css'

interface CodesPanelProps {
  readonly kind: keyof ReportJson['codes']
  readonly report: ReportJson
}

export function CodesPanel({ kind, report: { codes, days, period } }: CodesPanelProps) {
  const { t } = useTranslation('reports')
  const show = useShow()
  const nameOf = useCodeName(kind)
  const shown = { days, isUnfinished: period.is_unfinished }
  const series = seriesOf(codes[kind], nameOf, t('others'))
  const columns = codes[kind].map(({ code, by_day: byDay }) => ({
    name: nameOf(code),
    values: byDay.map((count) => show.number(count)),
  }))
  return (
    <ChartPanel
      title={t(`codes.${kind}.title`)}
      text={t(`codes.${kind}.text`)}
      chart={
        <StackedChart
          {...shown}
          label={t(`codes.${kind}.label`)}
          series={series}
          hasLabels={false}
        />
      }
      table={{ ...shown, columns }}
      nothing={codes[kind].length === 0 ? t('none') : undefined}
    >
      <div className={classes.totals}>
        <FiguresTable
          label={t('codes.table', { title: t(`codes.${kind}.title`) })}
          rows={codes[kind].map(({ code, ...figure }, index) => ({
            ...figure,
            name: nameOf(code),
            colour: colourOf(index, codes[kind].length),
          }))}
        />
      </div>
    </ChartPanel>
  )
}

/** The rest have the last colour in common. */
const namedMax = seriesMax - 1

function colourOf(index: number, count: number): string {
  return seriesFill(index < namedMax || count < seriesMax ? index : seriesMax - 1)
}

function seriesOf(
  codes: readonly CodeFigureJson[],
  nameOf: (code: string) => string,
  others: string,
): readonly Series[] {
  const named = codes.slice(0, namedMax).map(({ code, by_day: byDay }, index) => ({
    name: nameOf(code),
    colour: colourOf(index, codes.length),
    byDay,
  }))
  const rest = codes.slice(namedMax)
  if (rest.length === 0) return named
  const [first] = rest
  const byDay = (first?.by_day ?? []).map((_, day) =>
    rest.reduce((sum, one) => sum + (one.by_day[day] ?? 0), 0),
  )
  return [...named, { name: others, colour: seriesFill(seriesMax - 1), byDay }]
}

/** Returns the label of a code, or the code itself if it has none. */
function useCodeName(kind: CodesPanelProps['kind']): (code: string) => string {
  const { i18n } = useTranslation()
  const [feature, group] = (
    {
      declined: ['labels', 'reason'],
      error: ['labels', 'reason'],
      review_cause: ['labels', 'reviewCause'],
      review_outcome: ['reports', 'outcome'],
    } as const
  )[kind]
  return (code) => {
    const label: unknown = i18n.getResource(i18n.language, feature, `${group}.${code}`)
    return typeof label === 'string' ? label : code
  }
}
