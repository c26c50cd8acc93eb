// What the tests of input share: a good submission in both forms, and how its faults are read.

import assert from 'node:assert/strict'
import {
  type InputRules,
  type ParsedSubmission,
  parseFormSubmission,
  parseSandboxSubmission,
} from '../../../server/api/verifications/submission-input.ts'
import type { Fault } from '../../../server/kernel/app-error.ts'
import type { Submission } from '../../../server/verifications/submission/submission.ts'

export const rules: InputRules = { markets: ['SN', 'MA'], nowMs: Date.UTC(2026, 10, 21, 9) }

/** Specification 2.2, with what is required. */
export const body = {
  id_type: 'passport',
  country: 'SN',
  id_number: 'A1234567',
  first_name: 'Awa',
  last_name: 'Testou',
  date_of_birth: '1991-02-03',
}

export type Fields = Readonly<Record<string, unknown>>

/** Fields of `undefined` are left out. */
export function parseJson(fields: Fields, some: Partial<InputRules> = {}): ParsedSubmission {
  return parseSandboxSubmission({ ...body, ...fields }, { ...rules, ...some })
}

/** Exactly these fields, as a form brings them. */
export function parseForm(
  fields: Readonly<Record<string, string>>,
  some: Partial<InputRules> = {},
): ParsedSubmission {
  return parseFormSubmission(new Map(Object.entries(fields)), { ...rules, ...some })
}

export function accepted(parsed: ParsedSubmission): Submission {
  if (parsed.kind === 'faulty') assert.fail(JSON.stringify(parsed.faults))
  return parsed.submission
}

export function faultsOf(parsed: ParsedSubmission): readonly Fault[] {
  return parsed.kind === 'faulty' ? parsed.faults : assert.fail('accepted')
}

/** `param code` of every fault. */
export function codesOf(parsed: ParsedSubmission): readonly string[] {
  return faultsOf(parsed).map(({ param, code }) => `${param} ${code}`)
}
