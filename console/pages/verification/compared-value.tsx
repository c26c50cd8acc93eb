// A claimed or a read value, or that of the document's zone, with differing letters marked by shape, weight, colour
// and, for screen readers, a word.

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

interface ZoneValueProps {
  readonly field: StripField
  /** undefined while they are masked. */
  readonly details: PersonalDetailsJson | undefined
}

/** Marks in what the zone differs from the claim; without a claim, from what the provider read. */
export function ZoneValue({ field, details }: ZoneValueProps) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  if (details === undefined) return <Masked />
  const zone = details.zone?.fields.find((one) => one.field === field)?.zone
  const compared = details.comparison.fields.find((one) => one.field === field)
  const isDate = field === 'date_of_birth'
  // A zone may hold a part of a date only.
  const inWords = (text: string) =>
    isDate && text.length === 'YYYY-MM-DD'.length ? show.plainDate(text) : text
  const printed = inWords(zone ?? '')
  const other = inWords(compared?.claimed ?? compared?.read ?? '')
  const differences = isDate ? wordDifferences : differencesOf
  const stretches = other === '' ? plain(printed) : differences(other, printed).read
  return (
    <span className={field === 'id_number' ? 'svc-mono' : undefined}>
      <MarkedText stretches={stretches} absent={t('detail.checks.notRead')} />
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
