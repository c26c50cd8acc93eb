// What features are made of, taken from a verification that has been decided. Pure.

import type { CheckOutcome, FeatureInput } from '../scoring/features.ts'
import type { CheckName, Conclusion, Verification } from './verification.ts'

export type Decided = Pick<Verification, 'id' | 'country' | 'idType' | 'createdAt'> &
  Pick<Conclusion, 'checks'> & { readonly resultCode: string | undefined }

/** Nothing of the person is among it. */
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
