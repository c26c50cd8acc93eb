// The six figures of the period, each compared with the same hours before.

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
import { useDelta, usePointsDelta } from '../../frame/charts/delta.tsx'
import { AgoText } from '../../frame/parts/ago-text.tsx'
import { type StatusTone, toneColour, toneFill } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { approvalOf } from './approval.ts'
import classes from './figures.module.css'
import { SparkLine } from './spark-line.tsx'

const countedFigures = [
  { name: 'submitted', icon: IconSend, tone: 'neutral' },
  { name: 'approved', icon: IconCircleCheck, tone: 'approved' },
  { name: 'declined', icon: IconCircleX, tone: 'declined' },
  { name: 'error', icon: IconAlertTriangle, tone: 'error' },
] as const

export function FiguresRow({ overview }: { readonly overview: OverviewJson }) {
  const { t } = useTranslation('overview')
  const { figures, period } = overview
  return (
    <ul className={classes.row} aria-label={t('figures.label')}>
      {countedFigures.map((counted) => (
        <Counted
          key={counted.name}
          {...counted}
          figure={figures[counted.name]}
          isUnfinished={period.is_unfinished}
        />
      ))}
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
  readonly isUnfinished: boolean
}

function Counted({ name, figure, icon, tone, isUnfinished }: CountedProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const { compared, before } = figure
  return (
    <Cell
      name={t(`figures.${name}`)}
      icon={icon}
      tone={tone}
      value={show.number(figure.total)}
      delta={useDelta()(figure)}
      note={
        compared === null || before === null
          ? undefined
          : t('figures.against', { compared: show.number(compared), before: show.number(before) })
      }
      line={figure.by_day}
      isUnfinished={isUnfinished}
    />
  )
}

/** Shows the age of the oldest pending verification. */
function Pending({ overview: { pending, oldest_pending_at: oldest, period } }: OverviewProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  return (
    <Cell
      name={t('figures.pendingNow')}
      icon={IconClock}
      tone="pending"
      value={show.number(pending.now)}
      note={
        oldest === null ? (
          t('figures.nonePending')
        ) : (
          <AgoText at={oldest} say={(instant) => t('figures.oldest', { instant })} />
        )
      }
      line={pending.by_day}
      isUnfinished={period.is_unfinished}
    />
  )
}

function Approval({ overview: { figures, period } }: OverviewProps) {
  const { t } = useTranslation('overview')
  const show = useShow()
  const { total, against, byDay } = approvalOf(figures)
  return (
    <Cell
      name={t('figures.approval')}
      icon={IconPercentage}
      tone="approved"
      value={total === undefined ? '–' : show.percent(total)}
      delta={usePointsDelta()(against)}
      note={
        against === undefined
          ? undefined
          : t('figures.against', {
              compared: show.percent(against.compared),
              before: show.percent(against.before),
            })
      }
      line={byDay}
      isUnfinished={period.is_unfinished}
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
  readonly delta?: string | undefined
  readonly note: ReactNode
  readonly line: readonly (number | undefined)[]
  readonly isUnfinished: boolean
}

function Cell(props: CellProps) {
  const { name, icon: Shape, tone, value, delta, note, line, isUnfinished } = props
  return (
    <li className={classes.cell}>
      <span className={classes.name}>
        <Shape size={16} stroke={1.8} color={toneColour(tone)} aria-hidden />
        {name}
      </span>
      <span className={classes.value}>{value}</span>
      <span className={classes.before}>
        {delta !== undefined && <span className={classes.delta}>{delta}</span>}
        {note}
      </span>
      <SparkLine values={line} colour={toneFill(tone)} isUnfinished={isUnfinished} />
    </li>
  )
}
