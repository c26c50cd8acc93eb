// A panel with a chart and its table, one shown at a time. The table is loaded when it is first shown.

import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OverviewJson } from '../../../server/console-api/overview/overview-json.ts'
import { Panel } from '../../frame/parts/panel.tsx'
import { useOnDemand } from '../../frame/use-on-demand.ts'
import classes from './overview.module.css'

export interface OverviewTableProps {
  readonly overview: OverviewJson
}

interface ChartPanelProps extends OverviewTableProps {
  readonly title: string
  readonly text: string
  readonly chart: ReactNode
  readonly loadTable: () => Promise<ComponentType<OverviewTableProps>>
  /** Shown instead of an empty chart. */
  readonly nothing?: string | undefined
}

export function OverviewChartPanel(props: ChartPanelProps) {
  const { title, text, chart, loadTable, overview, nothing } = props
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
      {isTable ? <Table overview={overview} /> : chart}
    </Panel>
  )
}
