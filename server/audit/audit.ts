// An entry of the audit log: who did or saw what, when, from where and with what outcome. Entries hold only ids
// and values of closed lists, no personal data.

import { z } from 'zod'

const auditActorKinds = ['user', 'api_key', 'cli', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

const auditSubjectKinds = [
  'user',
  'verification',
  'key',
  'webhook',
  'review',
  'audit',
  'route',
  'setting',
  'backup',
  'usage',
  'job',
  'approval',
  'outbound',
] as const
export type AuditSubjectKind = (typeof auditSubjectKinds)[number]

/** `denied`: the actor was not allowed to. `failed`: the actor could not prove their identity or a link. */
const auditOutcomes = ['done', 'failed', 'denied'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Closed list. Values are stored and therefore never renamed. */
export const auditActions = [
  'user.setup_link_issued',
  'user.set_up',
  'user.created',
  'user.invited',
  'user.invitation_accepted',
  'user.signed_in',
  /** In aggregate: too many attempts, or unknown accounts. */
  'user.sign_in_refused',
  'user.link_refused',
  'user.signed_out',
  'user.confirmed',
  'user.access_denied',
  'user.session_ended',
  'user.role_changed',
  'user.disabled',
  'user.enabled',
  'user.password_changed',
  'user.password_reset_started',
  'user.password_reset',
  'user.second_factor_added',
  'user.second_factor_removed',
  'user.second_factor_reset',
  'user.second_factor_locked',
  'user.recovery_codes_made',
  'audit.viewed',
  'audit.verified',
  'audit.exported',
  'verification.viewed',
  'verification.personal_details_viewed',
  'verification.images_viewed',
  /** By a client, with the provider's answer; once an hour per key and verification. */
  'verification.read',
  'verification.exported',
  'verification.reviewed',
  /** With digests of the outcome, like the next two. */
  'verification.completed',
  'verification.scored',
  /** Of a verification that completed before the log recorded outcomes. */
  'verification.erased',
  'review.opened',
  'review.claimed',
  'review.released',
  'review.noted',
  'review.finding_added',
  'review.proposed',
  'review.approved',
  'review.rejected',
  'review.proposal_voided',
  /** Of a review from before the log recorded the content of reviews. */
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.activated',
  'key.refused',
  'key.updated',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.replayed',
  'usage.corrected',
  'usage.repaired',
  'usage.exported',
  'outbound.exported',
  'verification.searched',
  'job.run_now',
  /** At a start: settings that differ from those of the last start. */
  'settings.changed',
  /** In aggregate, like `console.refused`: requests that the API refused. */
  'api.refused',
  /** In aggregate: images in which the scanner found something; the reason is the scanner's name for it. */
  'api.virus_refused',
  'console.refused',
  'approval.requested',
  'approval.approved',
  'approval.refused',
  'approval.withdrawn',
  'approval.expired',
  'approval.used',
] as const
export type AuditAction = (typeof auditActions)[number]

const word = z.string().regex(/^[a-z0-9_.:/-]{1,100}$/i)

/** An account's name on the host; domains write `name@bank.example` and `BANK\\name`. */
const hostName = z.string().regex(/^[\w.@$+\\-]{1,100}$/)

/** The declared details of entries. A field that is not listed here cannot be recorded by accident. */
export const auditDetails = z.strictObject({
  role: word.exactOptional(),
  previous_role: word.exactOptional(),
  factor: word.exactOptional(),
  reason: word.exactOptional(),
  /** Of a sign-in: traits of its place that the user has not recently signed in from. */
  unusual: z.array(word).exactOptional(),
  /** Of an accepted link: the user who issued it, `cli` for the host. */
  link_made_by: word.exactOptional(),
  permission: word.exactOptional(),
  environment: word.exactOptional(),
  count: z.int().exactOptional(),
  /** Of aggregated refusals: time of the first, and number of networks if more than one. */
  since: z.int().exactOptional(),
  networks: z.int().exactOptional(),
  sequence: z.int().exactOptional(),
  hash: word.exactOptional(),
  expires_at: z.int().exactOptional(),
  /** Id of what the action created: the key's successor, the usage correction. */
  result_id: word.exactOptional(),
  delivery_id: word.exactOptional(),
  /** Of an image that was viewed. */
  image: word.exactOptional(),
  size: word.exactOptional(),
  /** Of an export: csv or pdf, and whether it contains personal details. */
  format: word.exactOptional(),
  personal: z.boolean().exactOptional(),
  /** Of a CSV export: its column separator. */
  separator: word.exactOptional(),
  /** Of a document: its language. */
  language: word.exactOptional(),
  /** Of an export: its filters as `name:code`; only the name for typed text. */
  filters: z.array(word).exactOptional(),
  /** Of a review. */
  decision: word.exactOptional(),
  /** Digest of what the decision is based on. */
  evidence: word.exactOptional(),
  /** Digests of the parts of an outcome, `part:digest` each. */
  parts: z.array(word).exactOptional(),
  /** Of an API key. */
  scopes: z.array(word).exactOptional(),
  allowed_cidrs: z.array(word).exactOptional(),
  /** The key that created this key or, for keys revoked together, created all of them. */
  made_by: word.exactOptional(),
  unrestricted: z.boolean().exactOptional(),
  /** Of what needs an approval: `waits`, or why it did not wait: `nobody_else`, `off`. */
  approval: word.exactOptional(),
  approval_id: word.exactOptional(),
  approval_kind: word.exactOptional(),
  /** Id of the approval's subject. */
  about: word.exactOptional(),
  requested_by: word.exactOptional(),
  decided_by: word.exactOptional(),
  /** Names of changed fields or settings. */
  changed: z.array(word).exactOptional(),
  /** Of a command: the operating system's user who ran it; see `HostUser`. */
  os_user: hostName.exactOptional(),
  os_uid: z.int().exactOptional(),
  sudo_user: hostName.exactOptional(),
  login_uid: z.int().exactOptional(),
})

export type AuditDetails = Readonly<z.infer<typeof auditDetails>>

const detailNames = Object.keys(auditDetails.shape)

/**
 * Like `auditDetails.parse`, but looks only at the fields that are there: most entries have three of the fifty.
 * @returns the details in the order of their declaration, in which they are stored
 * @throws Error for a field that is not declared, ZodError for a value that does not fit
 */
export function checkDetails(details: AuditDetails): AuditDetails {
  const { shape } = auditDetails
  const places = Object.entries(details).map(([name, value]) => {
    const place = detailNames.indexOf(name)
    if (place === -1) throw new Error(`audit entries have no detail ${name}`)
    shape[name as keyof typeof shape].parse(value)
    return { place, name, value }
  })
  places.sort((one, other) => one.place - other.place)
  return Object.fromEntries(places.map(({ name, value }) => [name, value]))
}

export interface AuditActor {
  readonly kind: AuditActorKind
  /** Id of the user or key; undefined for the command line and for the system. */
  readonly id: string | undefined
}

/** The operating system's account that ran a command. Unknown fields are left out. */
export interface HostUser {
  readonly os_user?: string
  readonly os_uid?: number
  /** The user who became that account through sudo. */
  readonly sudo_user?: string
  /** The user who signed in to the host; the kernel keeps it through su and sudo. */
  readonly login_uid?: number
}

/** Who acts, and from where. Passed from routes and commands to the code that records the action. */
export interface AuditOrigin {
  readonly actor: AuditActor
  readonly clientAddress: string | undefined
  readonly requestId: string | undefined
  /** Of a command; stored in the entry's details. */
  readonly hostUser?: HostUser
}

/** A command on the host; commands add the host's user (`session.origin`). */
export const fromCommandLine: AuditOrigin = {
  actor: { kind: 'cli', id: undefined },
  clientAddress: undefined,
  requestId: undefined,
}

export const fromSystem: AuditOrigin = {
  actor: { kind: 'system', id: undefined },
  clientAddress: undefined,
  requestId: undefined,
}

export interface NewAuditEntry {
  readonly by: AuditOrigin
  readonly action: AuditAction
  readonly subject?: { readonly kind: AuditSubjectKind; readonly id: string }
  /** Default: `done`. */
  readonly outcome?: AuditOutcome
  readonly details?: AuditDetails
}

export interface AuditEntry extends Omit<AuditOrigin, 'hostUser'> {
  readonly id: string
  readonly sequence: number
  readonly at: number
  readonly action: AuditAction
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string } | undefined
  readonly outcome: AuditOutcome
  readonly details: AuditDetails
  readonly keyId: string
  readonly previousHash: string
  readonly hash: string
}

/** The end of the chain at some instant. Kept outside the database, it reveals entries cut off later. */
export interface AuditHead {
  /** 0 for an empty log. */
  readonly sequence: number
  readonly hash: string
}

/** The head before the first entry. */
export const chainStart: AuditHead = { sequence: 0, hash: '0'.repeat(64) }

/** Returns a head as text, such as `17:9f…`. */
export function printHead({ sequence, hash }: AuditHead): string {
  return `${sequence}:${hash}`
}

export function parseHead(text: string): AuditHead | undefined {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return sequence === undefined || hash === undefined
    ? undefined
    : { sequence: Number(sequence), hash }
}

/**
 * Returns the text that an entry's hash covers. The sequence number is not part of it: the chain of hashes gives
 * the order, so that moved entries can be distinguished from altered ones.
 */
export function chainedText(entry: Omit<AuditEntry, 'hash' | 'sequence'>): string {
  return JSON.stringify([
    1,
    entry.previousHash,
    entry.id,
    entry.at,
    entry.actor.kind,
    entry.actor.id ?? null,
    entry.action,
    entry.subject?.kind ?? null,
    entry.subject?.id ?? null,
    entry.outcome,
    entry.clientAddress ?? null,
    entry.requestId ?? null,
    JSON.stringify(entry.details),
    entry.keyId,
  ])
}
