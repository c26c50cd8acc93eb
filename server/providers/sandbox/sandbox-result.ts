// The sandbox's stand-in for the provider's answer: made from the request alone, so that the same
// input always gives the same result, and marked so that nobody takes it for a real one.

import { createHash } from 'node:crypto'
import type { ProviderVerdict } from '../provider.ts'

export interface SandboxPerson {
  readonly country: string
  readonly idType: string
  readonly idNumber?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly dateOfBirth?: string
}

export type SandboxOutcome = 'approved' | 'declined' | 'error'

/** Ten digits that depend on the person and the outcome only. */
function jobNumber(person: SandboxPerson, outcome: SandboxOutcome): string {
  const { country, idType, idNumber, firstName, lastName, dateOfBirth } = person
  const parts = [outcome, country, idType, idNumber, firstName, lastName, dateOfBirth]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest()
  return String(digest.readUIntBE(0, 6) % 10_000_000_000).padStart(10, '0')
}

const codes: Readonly<Record<SandboxOutcome, readonly [code: string, text: string]>> = {
  approved: ['0810', 'Document Verified'],
  declined: ['0811', 'Unable to verify document'],
  error: ['0001', 'ID Card image unusable'],
}

/** In the form of the provider's answer for document verification, plus `sandbox: true`. */
export function sandboxAnswer(person: SandboxPerson, outcome: SandboxOutcome) {
  const [code, text] = codes[outcome]
  const passed = outcome === 'approved'
  const names = [person.firstName, person.lastName].filter((name) => name !== undefined)
  return {
    sandbox: true,
    SmileJobID: jobNumber(person, outcome),
    ResultCode: code,
    ResultText: text,
    Actions:
      outcome === 'error'
        ? {}
        : {
            Liveness_Check: 'Passed',
            Document_Check: passed ? 'Passed' : 'Failed',
            Verify_Document: passed ? 'Passed' : 'Failed',
            Selfie_To_ID_Card_Compare: 'Completed',
            Return_Personal_Info: passed ? 'Returned' : 'Not Returned',
          },
    Country: person.country,
    IDType: person.idType,
    ...(passed
      ? {
          IDNumber: person.idNumber ?? 'Not Available',
          FullName: names.join(' ') || 'Not Available',
          DOB: person.dateOfBirth ?? 'Not Available',
        }
      : {}),
  }
}

/** The checks that go with `sandboxAnswer`. */
export function sandboxChecks(outcome: SandboxOutcome): ProviderVerdict['checks'] {
  if (outcome === 'error')
    return { document: 'not_done', liveness: 'not_done', faceMatch: 'not_done' }
  return {
    document: outcome === 'approved' ? 'passed' : 'failed',
    liveness: 'passed',
    faceMatch: 'passed',
  }
}
