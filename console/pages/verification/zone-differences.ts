// The value of the document's zone beside the claim and the provider's reading, with the letters in which each of the
// two differs from the zone.

import type { PersonalDetailsJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ZoneDetailsJson } from '../../../server/console-api/verifications/zone-details-json.ts'
import { useShow } from '../../words/show.ts'
import { differencesOf, type Stretch } from './letter-differences.ts'
import { wordDifferences } from './word-differences.ts'

interface ZoneDifferences {
  readonly zone: readonly Stretch[]
  readonly claimed: readonly Stretch[]
  readonly read: readonly Stretch[]
}

export function useZoneDifferences(
  { field, zone, result }: ZoneDetailsJson['fields'][number],
  { comparison }: PersonalDetailsJson,
): ZoneDifferences {
  const show = useShow()
  const compared = comparison.fields.find((one) => one.field === field)
  const isDate = field === 'date_of_birth'
  const inWords = (text: string | null | undefined) =>
    isDate ? show.plainDate(text ?? '') : (text ?? '')
  const printed = inWords(zone)
  const against = (text: string): readonly Stretch[] => {
    if (text === '') return []
    // Names that agree may be written in another order, and numbers may be of another kind.
    const isCompared = printed !== '' && (result === 'failed' || result === 'unclear')
    if (!isCompared) return [{ text, isOwn: false }]
    return (isDate ? wordDifferences : differencesOf)(printed, text).read
  }
  return {
    zone: printed === '' ? [] : [{ text: printed, isOwn: false }],
    claimed: against(inWords(compared?.claimed)),
    read: against(inWords(compared?.read)),
  }
}
