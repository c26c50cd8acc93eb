// A value with the letters marked in which it differs from another: by shape, weight, colour and, for screen readers, a
// word.

import { useTranslation } from 'react-i18next'
import classes from './checks.module.css'
import type { Stretch } from './letter-differences.ts'

interface MarkedTextProps {
  readonly stretches: readonly Stretch[]
  /** Shown where there is no value. */
  readonly absent: string
}

export function MarkedText({ stretches, absent }: MarkedTextProps) {
  const { t } = useTranslation('verifications')
  if (stretches.length === 0) return <span className={classes.absent}>{absent}</span>
  let place = 0
  return stretches.map(({ text, isOwn }) => {
    place += text.length
    if (!isOwn) return <span key={place}>{text}</span>
    return (
      <mark key={place} className={classes.differs}>
        <span className="svc-unseen">{t('detail.checks.differs')}</span>
        {text}
      </mark>
    )
  })
}
