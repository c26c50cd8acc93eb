// Names the markets in the descriptions of fields, so that a new market needs no new text.

import { type DocumentType, type Market, markets } from '../../markets/market.ts'

const ofStatus = (status: Market['status']) => markets.filter((market) => market.status === status)

/** `Senegal (SN): national_id, passport or voter_id. Morocco (MA): national_id or passport.` */
export const documentsOfLiveMarkets = ofStatus('live')
  .map(({ name, country, documents }) => `${name} (${country}): ${choiceOf(documents)}.`)
  .join(' ')

/** `SN and MA are served; CI and GH if the operator has enabled them.` */
export const servedMarkets = `${listOf(ofStatus('live'))} are served; ${listOf(ofStatus('planned'))} if the operator has enabled them.`

function choiceOf(documents: readonly DocumentType[]): string {
  const [last, ...others] = documents.toReversed()
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} or ${last}`
}

function listOf(served: readonly Market[]): string {
  const [last, ...others] = served.map(({ country }) => country).toReversed()
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} and ${last}`
}
