// An approval: something that one user requested and another one must approve before it takes effect. Pure; what
// approving does is in server/approval-effects.ts.
//
// To require an approval for something new:
// 1. Add a row to `approvalKinds` below: who decides, and `facts`, which the decider sees.
// 2. Call `requestApproval` (request-approval.ts) inside the transaction of the request. If the result's state is
//    `pending`, do not apply the change; if it is `approved`, nobody else could decide: apply it at once and say so
//    in the audit entry (`approval: 'nobody_else'`).
// 3. Add the kind to server/approval-effects.ts: `apply` makes the change in the transaction of the decision,
//    `drop` cleans up after a refusal. What `apply` needs but the decider must not see goes into `payload`.
// 4. Add the kind's texts to console/words/approvals.json (`kind`, and `fact` for each new fact).

import { z } from 'zod'
import { dayMs, hourMs } from '../kernel/durations.ts'

/** `stateAt` also returns `expired` for a request that expired but is not marked so in its row yet. */
export type ApprovalState = 'pending' | 'approved' | 'refused' | 'withdrawn' | 'expired' | 'used'

export type ApprovalSubjectKind = 'key' | 'user' | 'export' | 'webhook' | 'verification'

/** Roles of users that some kind of approval names as deciders. */
export type DeciderRole = 'administrator' | 'lead' | 'reviewer'

interface KindRow {
  /** Roles that can decide; never the requester or the subject. */
  readonly deciders: readonly DeciderRole[]
  /** What happens if no such user exists: the request is applied at once, or waits until there is one. */
  readonly whenAlone: 'apply' | 'wait'
  /** How long the approved request can be used once. Absent if approving applies it. */
  readonly usableForMs?: number
  /** What the decider sees. No personal data of clients. */
  readonly facts: z.ZodObject
}

/** An undecided request expires after this time. */
export const approvalLifeMs = 72 * hourMs

const word = z.string().max(200)
const address = z.string().max(2048)

export const approvalKinds = {
  /** A live key that can read, verify or manage, created or rotated in the console. Subject: the key. */
  key_activation: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      name: word,
      environment: word,
      scopes: z.array(word),
      allowed_cidrs: z.array(word),
      expires_at: z.iso.datetime().nullable(),
      /** The key that it replaces. */
      rotated_from: word.exactOptional(),
      /** It may create keys with any scope, like the key that it replaces, which was marked on the host. */
      unrestricted: z.literal(true).exactOptional(),
    }),
  },
  /** URL of a live webhook endpoint, registered or changed in the console. Subject: the endpoint. */
  webhook_address: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      environment: word,
      url: address,
      /** null for a new endpoint. */
      previous_url: address.nullable(),
    }),
  },
  /** An export with personal data of more rows than one user may export alone. Subject: its filter's digest. */
  personal_export: {
    deciders: ['reviewer', 'lead', 'administrator'],
    whenAlone: 'wait',
    usableForMs: dayMs,
    facts: z.strictObject({
      environment: word,
      /** `name:code`; only the name for typed text. */
      filters: z.array(word),
      rows: z.int(),
      purpose: word,
    }),
  },
  /** Resetting the second factor of a user who lost it. Subject: the user. */
  user_second_factor_reset: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({ name: word, email: z.string().max(254), role: word }),
  },
  /** Ending every way to sign in of a user, who is invited again. Subject: the user. */
  user_reinvitation: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({ name: word, email: z.string().max(254), role: word }),
  },
  /**
   * Granting a role that reads verifications or manages users to a user, or to a user to be invited. Subject: the user.
   */
  user_role_grant: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      name: word,
      /** An e-mail address of up to 254 characters. */
      email: z.string().max(254),
      role: word,
      /** null for a user to be invited. */
      previous_role: word.nullable(),
    }),
  },
  /** Erasing a verification. Subject: the verification. */
  verification_erasure: {
    deciders: ['reviewer', 'lead', 'administrator'],
    whenAlone: 'wait',
    facts: z.strictObject({
      verification_id: word,
      environment: word,
      country: word,
      status: word,
      reason: word,
      /** Code of the ground in law that allows it. */
      ground: word,
      /** When the floor in law ended; null where the law sets none. */
      floor_ended_at: z.iso.datetime().nullable(),
      /** Reference of the authority's approval, where the law asks for one. */
      authority_reference: word.exactOptional(),
    }),
  },
} as const satisfies Readonly<Record<string, KindRow>>

export type ApprovalKind = keyof typeof approvalKinds
export const approvalKindNames = Object.keys(approvalKinds).filter(isApprovalKind)

export type ApprovalFacts<Kind extends ApprovalKind> = z.output<
  (typeof approvalKinds)[Kind]['facts']
>

/** A kind together with its facts. */
export type ApprovalContent = {
  readonly [Kind in ApprovalKind]: { readonly kind: Kind; readonly facts: ApprovalFacts<Kind> }
}[ApprovalKind]

export type ApprovalProgress =
  | { readonly state: 'pending' }
  | {
      readonly state: 'approved'
      /** undefined if nobody else could decide. */
      readonly by: string | undefined
      readonly at: number
      /** Until when it can be used; undefined if approving applied it. */
      readonly usableUntil: number | undefined
    }
  | { readonly state: 'refused'; readonly by: string; readonly at: number }
  | { readonly state: 'withdrawn' | 'expired'; readonly at: number }
  | { readonly state: 'used'; readonly by: string; readonly at: number; readonly usedAt: number }

export type Approval = ApprovalContent & {
  readonly id: string
  readonly subject: { readonly kind: ApprovalSubjectKind; readonly id: string }
  readonly requestedBy: string
  readonly requestedAt: number
  readonly expiresAt: number
  readonly progress: ApprovalProgress
}

/** Returns the state at this instant, also if the row of an expired request is not marked as expired yet. */
export function stateAt({ progress, expiresAt }: Approval, nowMs: number): ApprovalState {
  const { state } = progress
  if (state === 'pending') return expiresAt <= nowMs ? 'expired' : state
  if (state !== 'approved' || progress.usableUntil === undefined) return state
  return progress.usableUntil <= nowMs ? 'expired' : state
}

export function kindRow(kind: ApprovalKind): KindRow {
  return approvalKinds[kind]
}

/** Returns the kinds that users with this role may decide. */
export function kindsDecidedBy(role: string): readonly ApprovalKind[] {
  return approvalKindNames.filter((kind) => isDecidedBy(kind, role))
}

/** Whether users with this role may decide requests of this kind. */
export function isDecidedBy(kind: ApprovalKind, role: string): boolean {
  return kindRow(kind).deciders.some((decider) => decider === role)
}

function isApprovalKind(name: string): name is ApprovalKind {
  return Object.hasOwn(approvalKinds, name)
}
