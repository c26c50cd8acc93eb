// The fields that a client sends and gets back unchanged.

import type { DocumentType } from '../../markets/market.ts'

export interface SubmittedFields {
  readonly country: string
  readonly idType: DocumentType
  readonly externalRef: string | undefined
}

/**
 * Returns them as the export of a person's data shows them. The last line makes `tsc` name a field that is left out.
 */
export function submittedJson({ country, idType, externalRef, ...leftOut }: SubmittedFields) {
  leftOut satisfies Record<string, never>
  return { country, id_type: idType, external_ref: externalRef ?? null }
}
