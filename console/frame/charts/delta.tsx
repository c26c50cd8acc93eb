// The difference of a figure to the same hours before: a sign, a number and a word, without colour.

import { useTranslation } from 'react-i18next'
import { useShow } from '../../words/show.ts'

interface Compared {
  readonly compared: number | null
  readonly before: number | null
}

/** `13 more (+12%)`, without a share of nothing; undefined where nothing is compared. */
export function useDelta(): (figure: Compared) => string | undefined {
  const { t } = useTranslation('overview')
  const show = useShow()
  return ({ compared, before }) => {
    if (compared === null || before === null) return undefined
    const change = compared - before
    if (change === 0) return t('delta.same')
    const key = change > 0 ? 'delta.more' : 'delta.fewer'
    const number = show.number(Math.abs(change))
    if (before === 0) return t(key, { number })
    const share = show.number(change / before, {
      style: 'percent',
      maximumFractionDigits: Math.abs(change / before) < 0.1 ? 1 : 0,
      signDisplay: 'always',
    })
    return `${t(key, { number })} (${share})`
  }
}

interface ComparedShares {
  readonly compared: number
  readonly before: number
}

/** `2.1 points higher`, of two shares of 1. */
export function usePointsDelta(): (shares: ComparedShares | undefined) => string | undefined {
  const { t } = useTranslation('overview')
  const show = useShow()
  return (shares) => {
    if (shares === undefined) return undefined
    const { compared, before } = shares
    const isHigher = compared > before
    // As shown, so that the plural fits.
    const count = Math.round(Math.abs(compared - before) * 1000) / 10
    if (count === 0) return t('delta.same')
    return t(isHigher ? 'delta.higher' : 'delta.lower', { count, number: show.number(count) })
  }
}
