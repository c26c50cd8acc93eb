// Codes of verifications in display order, and their texts.

import { useTranslation } from 'react-i18next'
import type { VerificationRowJson } from '../../../server/console-api/verifications/verification-list-json.ts'
import { documentTypes, markets } from '../../../server/markets/market.ts'
import { bands as scoreBands } from '../../../server/scoring/bands.ts'
import { verificationStatuses } from '../../../server/verifications/verification.ts'
import { countryNames } from '../../words/formats.ts'

type Reason = VerificationRowJson['reasons'][number]

export const statuses = verificationStatuses
export const documents = documentTypes
export const bandsHighestFirst = scoreBands.toReversed()
/** Countries served or planned. */
export const countries = markets.map(({ country }) => country)

/** Reasons about the person's documents first, then technical ones. */
export const reasonsInOrder = [
  'name_mismatch',
  'date_of_birth_mismatch',
  'id_number_mismatch',
  'face_mismatch',
  'liveness_failed',
  'spoof_suspected',
  'fraud_suspected',
  'document_not_verified',
  'document_expired',
  'document_unreadable',
  'document_not_accepted',
  'images_unusable',
  'provider_unreachable',
  'provider_undecided',
  'provider_answer_contradictory',
  'provider_answer_unknown',
  'provider_wallet_empty',
  'provider_credentials_refused',
  'provider_misconfigured',
  'provider_rejected_request',
  'image_unreadable',
  'evidence_unreadable',
  'internal_error',
  'sandbox_outcome',
] as const satisfies Reason[]

/** Name of a country in the page's language; its code where unknown. */
export function useCountryName(): (code: string) => string {
  const { i18n } = useTranslation()
  const names = countryNames(i18n.language)
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
}
