// Smile ID's codes of the documents that we submit to Document Verification. Pure data.

import type { DocumentType } from '../../markets/market.ts'

/** The same in every country that we serve. */
export const documentCodes: Readonly<Record<DocumentType, string>> = {
  national_id: 'IDENTITY_CARD',
  passport: 'PASSPORT',
  voter_id: 'VOTER_ID',
}
