// Builds the sandbox's imitation of a provider answer from the request alone, so that the same
// input always gives the same result; marked so that nobody takes it for a real one.

import { hash } from 'node:crypto'
import type { CheckResult, ProviderClaims, ProviderVerdict } from '../provider.ts'
import {
  type NoSandboxReply,
  type SandboxReply,
  type SandboxResultKind,
  sandboxReplies,
} from './sandbox-replies.ts'

/** What a sandbox request says of a person: all that its answer and its score depend on. */
export interface SandboxPerson extends ProviderClaims {
  readonly country: string
  readonly idType: string
}

export type SandboxAnswer = Readonly<Record<string, unknown>> & { readonly ResultCode?: string }

/** Returns an answer in the provider's format for document verification, plus `sandbox: true`. */
export function sandboxAnswer(person: SandboxPerson, kind: SandboxResultKind): SandboxAnswer {
  const reply = sandboxReplies[kind]
  const marked = { sandbox: true, SmileJobID: jobNumber(person, kind) }
  if (!isReply(reply)) return { ...marked, ...reply.note }
  const { code, text } = reply
  return {
    ...marked,
    ResultCode: code,
    ResultText: text,
    Actions: actionsOf(reply),
    Country: person.country,
    IDType: person.idType,
    ...readings(person, reply),
    ...(reply.isFraudSuspected ? { Antifraud: suspicion } : {}),
  }
}

const suspicion = {
  summary: { fraud_detected: true, fraud_sources: ['smile_secure'] },
  smile_secure: {
    ResultCode: '5211',
    ResultText: 'Suspect Users Found',
    SuspectUsers: [{ user_id: 'another-user', reasons: ['same-person'] }],
  },
}

/** Returns the checks that match `sandboxAnswer`. */
export function sandboxChecks(kind: SandboxResultKind): ProviderVerdict['checks'] {
  const reply = sandboxReplies[kind]
  if (!isReply(reply)) return { document: 'not_done', liveness: 'not_done', faceMatch: 'not_done' }
  const { document, liveness, faceMatch } = reply
  return { document, liveness, faceMatch }
}

/** Returns which values the imitated provider read, compared with the claims. */
export function sandboxReading(kind: SandboxResultKind): SandboxReply['read'] {
  const reply = sandboxReplies[kind]
  return isReply(reply) ? reply.read : 'nothing'
}

function isReply(reply: SandboxReply | NoSandboxReply): reply is SandboxReply {
  return 'code' in reply
}

/** Returns ten digits that depend only on the person and the result. */
function jobNumber(person: SandboxPerson, kind: SandboxResultKind): string {
  const { country, idType, idNumber, firstName, lastName, dateOfBirth } = person
  const parts = [kind, country, idType, idNumber, firstName, lastName, dateOfBirth]
  const digest = hash('sha256', JSON.stringify(parts), 'hex')
  return String(Number.parseInt(digest.slice(0, 12), 16) % 10_000_000_000).padStart(10, '0')
}

const words: Readonly<Record<CheckResult, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  not_done: 'Not Done',
}

/** Returns an empty object where nothing was checked. */
function actionsOf({ document, liveness, faceMatch, read }: SandboxReply) {
  if (document === 'not_done') return {}
  return {
    Liveness_Check: words[liveness],
    Document_Check: words[document],
    Verify_Document: read === 'nothing' ? 'Failed' : 'Passed',
    Selfie_To_ID_Card_Compare: faceMatch === 'passed' ? 'Completed' : words[faceMatch],
    Return_Personal_Info: read === 'nothing' ? 'Not Returned' : 'Returned',
  }
}

function readings(person: SandboxPerson, { read }: SandboxReply) {
  if (read === 'nothing') return {}
  const { idNumber, firstName, lastName, dateOfBirth } = person
  const names = [firstName, lastName].filter((name) => name !== undefined)
  const claimed = {
    IDNumber: idNumber ?? 'Not Available',
    FullName: names.join(' ') || 'Not Available',
    DOB: dateOfBirth ?? 'Not Available',
  }
  switch (read) {
    case 'as_claimed':
      return claimed
    case 'other_name':
      return { ...claimed, FullName: 'Somebody Else' }
    case 'other_date_of_birth':
      return { ...claimed, DOB: dateOfBirth === '1960-02-29' ? '1961-03-01' : '1960-02-29' }
    case 'other_id_number':
      return { ...claimed, IDNumber: idNumber === '0000000000' ? '1111111111' : '0000000000' }
  }
}
