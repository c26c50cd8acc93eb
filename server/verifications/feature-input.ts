// Takes the input for the score's features from a decided verification. Pure.

import type { CheckOutcome } from '../scoring/document-authenticity.ts'
import type { FeatureInput } from '../scoring/features.ts'
import type { CheckName, Outcome, Verification } from './verification.ts'

export type Decided = Pick<Verification, 'id' | 'country' | 'idType' | 'createdAt'> &
  Pick<Outcome, 'checks'> & { readonly resultCode: string | undefined }

/** The result holds no personal data. */
export function featureInputOf({
  country,
  idType,
  resultCode,
  createdAt,
  checks,
}: Omit<Decided, 'id'>): FeatureInput {
  const outcomeOf = (name: CheckName): CheckOutcome =>
    checks.find(({ check }) => check === name)?.result ?? 'not_done'
  return {
    country,
    idType,
    resultCode,
    document: outcomeOf('document'),
    liveness: outcomeOf('liveness'),
    submittedAt: createdAt,
  }
}
