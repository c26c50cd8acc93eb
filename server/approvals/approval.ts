// An approval: something that one member of the staff asked for and that another one has to look at before
// it has effect. Pure; what is applied once it is approved stands in the root's table (approval-effects.ts).
//
// To put something new under a second pair of eyes:
// 1. Add a row to `approvalKinds` below: who decides, and `facts`, which are what the decider is shown.
// 2. Call `requestApproval` (request-approval.ts) inside the transaction of the request. Where the answer's
//    state is `pending`, hold the effect back; where it is `approved`, nobody else could have looked: apply it
//    at once and say so in the audit entry (`approval: 'nobody_else'`).
// 3. Add the kind to server/approval-effects.ts: `apply` does what was asked for in the transaction of the
//    decision, `drop` clears up after a refusal. What `apply` needs and nobody is to see goes into `payload`.
// 4. Give the kind its words in console/words/*/approvals.json (`kind`, and `fact` for each new fact).

import { z } from 'zod'
import type { Schema } from '../db/schema.ts'

/** Where a request stands. `expired` is also what `stateAt` makes of one whose time is over. */
export const approvalStates = [
  'pending',
  'approved',
  'refused',
  'withdrawn',
  'expired',
  'used',
] as const
export type ApprovalState = (typeof approvalStates)[number]

export const approvalSubjectKinds = ['key', 'staff', 'export', 'webhook'] as const
export type ApprovalSubjectKind = (typeof approvalSubjectKinds)[number]

/** A role of the staff, as the table of members has it. */
export type DeciderRole = Schema['staff_members']['role']

interface KindRow {
  /** Roles of which one member other than the requester and the subject decides. */
  readonly deciders: readonly DeciderRole[]
  /** What happens where no such member exists: it is applied at once, or waits until there is one. */
  readonly whenAlone: 'apply' | 'wait'
  /** How long the approved request can be used, once. Absent where approving applies it. */
  readonly usableForMs?: number
  /** What the decider is shown. No personal data of clients. */
  readonly facts: z.ZodObject
}

const hourMs = 60 * 60 * 1000
/** A request that nobody decided about is over after this long. */
export const approvalLifeMs = 72 * hourMs

const word = z.string().max(200)
const address = z.string().max(2048)

export const approvalKinds = {
  /** A live key that can read, verify or manage, made or rotated in the console. Subject: the key. */
  key_activation: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      name: word,
      environment: word,
      scopes: z.array(word),
      allowed_cidrs: z.array(word),
      expires_at: z.iso.datetime().nullable(),
      /** The key that it takes over from. */
      rotated_from: word.exactOptional(),
      /** It may make keys with any scope, as an operator on the host marked the one that it takes over from. */
      unrestricted: z.literal(true).exactOptional(),
    }),
  },
  /** Where a live webhook goes, registered or changed in the console. Subject: the webhook. */
  webhook_address: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      environment: word,
      url: address,
      /** null where the webhook itself is new. */
      previous_url: address.nullable(),
    }),
  },
  /** An export with personal data of more rows than one person takes alone. Subject: its filter's digest. */
  personal_export: {
    deciders: ['reviewer', 'administrator'],
    whenAlone: 'wait',
    usableForMs: 24 * hourMs,
    facts: z.strictObject({
      environment: word,
      /** `name:code`, the name alone of what was typed. */
      filters: z.array(word),
      rows: z.int(),
      purpose: word,
    }),
  },
  /** Taking away the second factor of a user who has lost it. Subject: the user. */
  user_second_factor_reset: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({ name: word, email: z.string().max(254), role: word }),
  },
  /** The role of reviewer or administrator for a user, or for somebody to be invited. Subject: the user. */
  user_role_grant: {
    deciders: ['administrator'],
    whenAlone: 'apply',
    facts: z.strictObject({
      name: word,
      /** An e-mail address of up to 254 characters. */
      email: z.string().max(254),
      role: word,
      /** null for somebody who has no account yet. */
      previous_role: word.nullable(),
    }),
  },
} as const satisfies Readonly<Record<string, KindRow>>

export type ApprovalKind = keyof typeof approvalKinds
export const approvalKindNames = Object.keys(approvalKinds).filter(isApprovalKind)

export type ApprovalFacts<Kind extends ApprovalKind> = z.output<
  (typeof approvalKinds)[Kind]['facts']
>

/** A kind together with its facts. */
export type AskedFor = {
  readonly [Kind in ApprovalKind]: { readonly kind: Kind; readonly facts: ApprovalFacts<Kind> }
}[ApprovalKind]

export type ApprovalProgress =
  | { readonly state: 'pending' }
  | {
      readonly state: 'approved'
      /** undefined where nobody else could have looked. */
      readonly by: string | undefined
      readonly at: number
      /** Until when it can be used; undefined where approving applied it. */
      readonly usableUntil: number | undefined
    }
  | { readonly state: 'refused'; readonly by: string; readonly at: number }
  | { readonly state: 'withdrawn' | 'expired'; readonly at: number }
  | { readonly state: 'used'; readonly by: string; readonly at: number; readonly usedAt: number }

export type Approval = AskedFor & {
  readonly id: string
  readonly subject: { readonly kind: ApprovalSubjectKind; readonly id: string }
  readonly requestedBy: string
  readonly requestedAt: number
  readonly expiresAt: number
  readonly progress: ApprovalProgress
}

/** The state that counts now: whether or not the row of one whose time is over was swept already. */
export function stateAt({ progress, expiresAt }: Approval, nowMs: number): ApprovalState {
  const { state } = progress
  if (state === 'pending') return expiresAt <= nowMs ? 'expired' : state
  if (state !== 'approved' || progress.usableUntil === undefined) return state
  return progress.usableUntil <= nowMs ? 'expired' : state
}

export function kindRow(kind: ApprovalKind): KindRow {
  return approvalKinds[kind]
}

/** Kinds about which members of this role may decide. */
export function kindsDecidedBy(role: DeciderRole): readonly ApprovalKind[] {
  return approvalKindNames.filter((kind) => kindRow(kind).deciders.includes(role))
}

function isApprovalKind(name: string): name is ApprovalKind {
  return Object.hasOwn(approvalKinds, name)
}
