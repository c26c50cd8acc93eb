// What the period comes to, in large figures: of the chosen environment by type, and of both together what is
// billed and what is free.

import { useTranslation } from 'react-i18next'
import type { UsageTotalsJson } from '../../../server/usage/usage-json.ts'
import type { Environment } from '../../frame/environment.tsx'
import { useShow } from '../../words/show.ts'
import classes from './usage.module.css'

export interface FiguresProps {
  readonly environment: Environment
  readonly own: UsageTotalsJson
  /** Of the other environment. */
  readonly other: UsageTotalsJson
}

export function Figures({ environment, own, other }: FiguresProps) {
  const { t } = useTranslation('usage')
  const { t: tFrame } = useTranslation('frame')
  const billable = own.billable_quantity + other.billable_quantity
  const free = own.quantity + other.quantity - billable
  const here = tFrame(`environment.${environment}`)
  return (
    <dl className={classes.figures}>
      <Figure name={t('type.kyc.verify')} value={own.by_type['kyc.verify'].quantity} hint={here} />
      <Figure name={t('type.score.get')} value={own.by_type['score.get'].quantity} hint={here} />
      <Figure name={t('billable')} value={billable} hint={tFrame('environment.live')} />
      <Figure name={t('free')} value={free} hint={tFrame('environment.sandbox')} />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: number
  readonly hint: string
}

function Figure({ name, value, hint }: FigureProps) {
  const show = useShow()
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className={classes.value}>{show.number(value)}</dd>
      <dd className={classes.hint}>{hint}</dd>
    </div>
  )
}
