// The kind of setting for the time in which reviews should be decided: one duration, and others by cause.

import { dueCauses } from './due-causes.ts'
import { duration, type Kind, kindOf, readBy } from './setting-kinds.ts'

type DueCause = (typeof dueCauses)[number]

/** In milliseconds. */
export interface DuePeriods {
  readonly otherwise: number
  readonly byCause: Readonly<Partial<Record<DueCause, number>>>
}

const period = duration('1m', '90d')

/** `48h`, or `48h,error=8h,sample=7d`: the first holds for every cause that is not named. */
export const duePeriods: Kind<DuePeriods> = kindOf(
  'due times',
  `a duration from 1m to 90d, then others by cause, such as 48h,error=8h,sample=7d; causes are ${dueCauses.join(', ')}`,
  readBy(readPeriods),
  { print: printPeriods },
)

function readPeriods(given: string): DuePeriods | undefined {
  const [first = '', ...rest] = given.split(',').map((part) => part.trim())
  const otherwise = period.parse(first, '')
  if (otherwise === undefined) return undefined
  const byCause: Partial<Record<DueCause, number>> = {}
  for (const part of rest) {
    const [name = '', text = '', ...more] = part.split('=').map((one) => one.trim())
    const length = period.parse(text, '')
    const isNew = isCause(name) && byCause[name] === undefined
    if (!isNew || length === undefined || more.length > 0) return undefined
    byCause[name] = length
  }
  return { otherwise, byCause }
}

function printPeriods({ otherwise, byCause }: DuePeriods): string {
  const named = Object.entries(byCause).map(([cause, length]) => `${cause}=${period.print(length)}`)
  return [period.print(otherwise), ...named].join(',')
}

function isCause(text: string): text is DueCause {
  return dueCauses.some((cause) => cause === text)
}
