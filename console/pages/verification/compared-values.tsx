// A claimed value beside the read one, with differing letters marked by shape, weight, colour and,
// for screen readers, a word.

import { useTranslation } from 'react-i18next'
import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { type Show, useShow } from '../../words/show.ts'
import classes from './checks.module.css'
import { type Differences, differencesOf, type Stretch } from './letter-differences.ts'
import { nameDifferences } from './name-differences.ts'
import { wordDifferences } from './word-differences.ts'

type ComparedField = 'name' | 'date_of_birth' | 'id_number'

interface ComparedValuesProps {
  readonly field: ComparedField
  /** undefined while they are masked. */
  readonly details: PersonalDetailsJson | undefined
}

export function ComparedValues({ field, details }: ComparedValuesProps) {
  const { t } = useTranslation('verifications')
  const show = useShow()
  const found = details?.comparison.fields.find((one) => one.field === field)
  const differences = details && found ? differencesIn(field, details, show) : undefined
  // Masks and placeholder texts are not numbers.
  const look = (side: keyof Differences) =>
    field === 'id_number' && differences?.[side].length ? 'svc-mono' : undefined
  return (
    <dl className={classes.values}>
      <div>
        <dt>{t('detail.checks.claimed')}</dt>
        <dd className={look('claimed')}>
          {differences ? (
            <Value stretches={differences.claimed} absent={t('detail.checks.notClaimed')} />
          ) : (
            <Masked />
          )}
        </dd>
      </div>
      <div>
        <dt>{t('detail.checks.read')}</dt>
        <dd className={look('read')}>
          {differences ? (
            <Value stretches={differences.read} absent={t('detail.checks.notRead')} />
          ) : (
            <Masked />
          )}
        </dd>
      </div>
    </dl>
  )
}

/** A single value has no differences. */
function differencesIn(
  field: ComparedField,
  details: PersonalDetailsJson,
  show: Show,
): Differences {
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

function Value({
  stretches,
  absent,
}: {
  readonly stretches: readonly Stretch[]
  readonly absent: string
}) {
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

function Masked() {
  const { t } = useTranslation('verifications')
  return (
    <span className={classes.masked}>
      <span aria-hidden>••••••••</span>
      <span className="svc-unseen">{t('detail.masked')}</span>
    </span>
  )
}
