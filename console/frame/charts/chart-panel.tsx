// A panel with a chart and its table, one shown at a time. The table is loaded when it is first shown.

import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../parts/panel.tsx'
import { useOnDemand } from '../use-on-demand.ts'
import classes from './charts.module.css'
import type { DayTableProps } from './day-table.tsx'

interface ChartPanelProps {
  readonly title: string
  readonly text: string
  readonly chart: ReactNode
  readonly table: Omit<DayTableProps, 'label'>
  /** Shown instead of an empty chart. */
  readonly nothing?: string | undefined
  /** Below the chart or the table. */
  readonly children?: ReactNode
}

export function ChartPanel({ title, text, chart, table, nothing, children }: ChartPanelProps) {
  const { t } = useTranslation('overview')
  const [Table, load] = useOnDemand(loadTable)
  const [isTableChosen, setTableChosen] = useState(false)
  const isTable = isTableChosen && Table !== undefined
  const toggle = () => {
    setTableChosen(!isTable)
    if (Table === undefined) void load()
  }
  if (nothing !== undefined) {
    return (
      <Panel title={title} text={text}>
        <p className={classes.sentence}>{nothing}</p>
      </Panel>
    )
  }
  const action = isTable ? t('chart.showChart') : t('chart.showTable')
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <Panel
      title={title}
      text={text}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          aria-label={`${action}, ${title}`}
          onClick={toggle}
        >
          {action}
        </Button>
      }
    >
      {isTable ? <Table {...table} label={title} /> : chart}
      {children}
    </Panel>
  )
}

async function loadTable() {
  return (await import('./day-table.tsx')).DayTable
}
