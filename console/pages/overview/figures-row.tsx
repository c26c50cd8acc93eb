// Today's six figures, each compared with the previous seven days.

import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconPercentage,
  IconSend,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  FigureJson,
  OverviewJson,
} from '../../../server/console-api/overview/overview-json.ts'
import { type StatusTone, toneColour, toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { approvalOf } from './approval.ts'
import classes from './figures.module.css'
import { SparkLine } from './spark-line.tsx'

export function FiguresRow({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const { figures } = overview
  return (
    <ul className={classes.row} aria-label={t('figures.label')}>
      <Counted name="submitted" figure={figures.submitted} icon={IconSend} tone="neutral" />
      <Counted name="approved" figure={figures.approved} icon={IconCircleCheck} tone="approved" />
      <Counted name="declined" figure={figures.declined} icon={IconCircleX} tone="declined" />
      <Counted name="error" figure={figures.error} icon={IconAlertTriangle} tone="error" />
      <Pending overview={overview} />
      <Approval overview={overview} />
    </ul>
  )
}

interface CountedProps {
  readonly name: 'submitted' | 'approved' | 'declined' | 'error'
  readonly figure: FigureJson
  readonly icon: Icon
  readonly tone: StatusTone
}

function Counted({ name, figure, icon, tone }: CountedProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const perDay = figure.last_7_days / (figure.by_day.length - 1)
  const number = show.number(perDay, { maximumFractionDigits: perDay < 10 ? 1 : 0 })
  return (
    <Cell
      name={t(`figures.${name}`)}
      icon={icon}
      tone={tone}
      value={show.number(figure.today)}
      before={t('figures.perDay', { number })}
      line={figure.by_day}
    />
  )
}

/** Shows the age of the oldest pending verification. */
function Pending({ overview: { figures, oldest_pending_at: oldest } }: OverviewProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return (
    <Cell
      name={t('figures.pending')}
      icon={IconClock}
      tone="pending"
      value={show.number(figures.pending.today)}
      before={
        oldest === null
          ? t('figures.nonePending')
          : t('figures.oldest', { instant: show.ago(oldest) })
      }
      line={figures.pending.by_day}
    />
  )
}

function Approval({ overview: { figures } }: OverviewProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const { today, before, byDay } = approvalOf(figures)
  const said = (part: number | undefined) => (part === undefined ? '–' : show.percent(part))
  return (
    <Cell
      name={t('figures.approval')}
      icon={IconPercentage}
      tone="approved"
      value={said(today)}
      before={t('figures.overall', { number: said(before) })}
      line={byDay}
    />
  )
}

interface OverviewProps {
  readonly overview: OverviewJson
}

interface CellProps {
  readonly name: string
  readonly icon: Icon
  readonly tone: StatusTone
  readonly value: ReactNode
  readonly before: string
  readonly line: readonly (number | undefined)[]
}

function Cell({ name, icon: Shape, tone, value, before, line }: CellProps) {
  return (
    <li className={classes.cell}>
      <span className={classes.name}>
        <Shape size={16} stroke={1.8} color={toneColour(tone)} aria-hidden />
        {name}
      </span>
      <span className={classes.value}>{value}</span>
      <span className={classes.before}>{before}</span>
      <SparkLine values={line} colour={toneFill(tone)} />
    </li>
  )
}
