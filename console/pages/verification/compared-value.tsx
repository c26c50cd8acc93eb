// A claimed or a read value, with differing letters marked by shape, weight, colour and,
// for screen readers, a word.

import { useTranslation } from 'react-i18next'
import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { type Show, useShow } from '../../words/show.ts'
import classes from './checks.module.css'
import { type Differences, differencesOf, type Stretch } from './letter-differences.ts'
import { MarkedText } from './marked-text.tsx'
import { nameDifferences } from './name-differences.ts'
import { wordDifferences } from './word-differences.ts'

export type StripField = 'name' | 'date_of_birth' | 'id_number'

interface ComparedValueProps {
  readonly field: StripField
  readonly side: keyof Differences
  /** undefined while they are masked. */
  readonly details: PersonalDetailsJson | undefined
}

export function ComparedValue({ field, side, details }: ComparedValueProps) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  const found = details?.comparison.fields.find((one) => one.field === field)
  if (details === undefined || found === undefined) return <Masked />
  const stretches = differencesIn(field, details, show)[side]
  const absent = t(side === 'claimed' ? 'detail.checks.notClaimed' : 'detail.checks.notRead')
  // Placeholder texts are not numbers.
  const look = field === 'id_number' && stretches.length > 0 ? 'svc-mono' : undefined
  return (
    <span className={look}>
      <MarkedText stretches={stretches} absent={absent} />
    </span>
  )
}

/** A single value has no differences. */
function differencesIn(field: StripField, details: PersonalDetailsJson, show: Show): Differences {
  const found = details.comparison.fields.find((one) => one.field === field)
  const inWords = (text: string) => (field === 'date_of_birth' ? show.plainDate(text) : text)
  const [claimed, read] = [inWords(found?.claimed ?? ''), inWords(found?.read ?? '')]
  if (claimed === '' || read === '') return { claimed: plain(claimed), read: plain(read) }
  if (field === 'date_of_birth') return wordDifferences(claimed, read)
  return field === 'name' ? nameDifferences(details) : differencesOf(claimed, read)
}

function plain(text: string): readonly Stretch[] {
  return text === '' ? [] : [{ text, isOwn: false }]
}

function Masked() {
  const { t } = useTranslation('verifications')
  return (
    <span className={classes.masked}>
      <span aria-hidden>••••••••</span>
      <span className="svc-unseen">{t('detail.masked')}</span>
    </span>
  )
}
