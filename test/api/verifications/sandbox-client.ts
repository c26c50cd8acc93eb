// What the tests of verifications share: a person to verify in the sandbox, and how answers are compared.

import assert from 'node:assert/strict'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import type { RunningAppliance } from '../../support/running-appliance.ts'

/** Invented; specification 2.2, with what is required. */
export const person = {
  country: 'SN',
  id_type: 'national_id',
  id_number: '1751199000042',
  first_name: 'Ndèye',
  last_name: 'Marabout',
  date_of_birth: '1990-01-01',
} as const

/** Verifies the person, but for `change`, with the appliance's own sandbox key. */
export async function verifyInSandbox(
  app: RunningAppliance,
  change: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  const asked = { key: app.sandboxKey, json: { ...person, ...change } }
  const answer = await call(`${app.url}/kyc/sandbox/verify`, asked)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** The text of an answer without what may differ between two answers to the same question. */
export function withoutIdsAndTimes(text: string): string {
  return text
    .replaceAll(/ver_[0-9a-z]{26}/g, '<id>')
    .replaceAll(/"(created|completed)_at":"[^"]+"/g, '"$1_at":"<time>"')
}
