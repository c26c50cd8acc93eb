// A panel with a chart and its table, one shown at a time.

import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './overview.module.css'

interface ChartPanelProps {
  readonly title: string
  readonly text: string
  readonly chart: ReactNode
  readonly table: ReactNode
  /** Shown instead of an empty chart. */
  readonly nothing?: string | undefined
}

export function ChartPanel({ title, text, chart, table, nothing }: ChartPanelProps) {
  const { t } = useTranslation('overview')
  const [isTable, setTable] = useState(false)
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
          onClick={() => setTable(!isTable)}
        >
          {action}
        </Button>
      }
    >
      {isTable ? table : chart}
    </Panel>
  )
}
