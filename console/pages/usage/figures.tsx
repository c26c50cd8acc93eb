// Totals of the period in the selected environment.

import { useTranslation } from 'react-i18next'
import type { UsageTotalsJson } from '../../../server/api/usage/usage-api.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useShow } from '../../words/show.ts'
import classes from './usage.module.css'

interface FiguresProps {
  readonly environment: Environment
  readonly totals: UsageTotalsJson
}

export function UsageFigures({ environment, totals }: FiguresProps) {
  const { t } = useTranslation('usage')
  const { by_type: byType, quantity, billable_quantity: billable } = totals
  return (
    <dl className={classes.figures} aria-label={t(`figures.${environment}`)}>
      <Figure name={t('type.kyc.verify')} value={byType['kyc.verify'].quantity} />
      <Figure name={t('type.score.get')} value={byType['score.get'].quantity} />
      <Figure name={t('column.total')} value={quantity} />
      <Figure
        name={t('column.billable')}
        value={billable}
        {...(environment === 'sandbox' ? { hint: t('neverBilled') } : {})}
      />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: number
  readonly hint?: string
}

function Figure({ name, value, hint }: FigureProps) {
  const show = useShow()
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className={classes.value}>{show.number(value)}</dd>
      {hint !== undefined && <dd className={classes.hint}>{hint}</dd>}
    </div>
  )
}
