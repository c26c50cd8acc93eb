// An entry of the audit log: who did or saw what, when, from where and with what outcome. Ids and closed
// words only: nothing in an entry says more of a person than an id does.

import { z } from 'zod'

export const auditActorKinds = ['staff', 'api_key', 'cli', 'system'] as const
export type AuditActorKind = (typeof auditActorKinds)[number]

export const auditSubjectKinds = [
  'staff',
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

/** Denied: the actor was not allowed to. Failed: the actor could not prove what was asked for. */
export const auditOutcomes = ['done', 'failed', 'denied'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** Closed list. A word is added with the feature that records it and never renamed. */
export const auditActions = [
  'staff.setup_link_issued',
  'staff.set_up',
  'staff.created',
  'staff.invited',
  'staff.invitation_accepted',
  'staff.signed_in',
  /** In aggregate: too many tries, or nobody's account. */
  'staff.sign_in_refused',
  'staff.link_refused',
  'staff.signed_out',
  'staff.confirmed',
  'staff.access_denied',
  'staff.session_ended',
  'staff.role_changed',
  'staff.disabled',
  'staff.enabled',
  'staff.password_changed',
  'staff.password_reset_started',
  'staff.password_reset',
  'staff.second_factor_added',
  'staff.second_factor_removed',
  'staff.second_factor_reset',
  'staff.second_factor_locked',
  'staff.recovery_codes_made',
  'audit.viewed',
  'audit.verified',
  'audit.exported',
  'audit.attested',
  'verification.viewed',
  'verification.personal_details_viewed',
  'verification.pictures_viewed',
  /** By a client, with the provider's answer; once an hour for a key and a verification. */
  'verification.read',
  'verification.exported',
  'verification.reviewed',
  /** With digests of what was decided, as are the two that follow. */
  'verification.completed',
  'verification.scored',
  /** Of one that ended before the log kept outcomes. */
  'verification.attested',
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
  /** Of one from before the log kept what reviews say. */
  'review.attested',
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
  'job.hastened',
  /** At a start: those that differ from the last one's. */
  'settings.changed',
  /** In aggregate, as `console.refused`: whoever the API turned away. */
  'api.refused',
  /** In aggregate: images in which the scanner found something; the reason is its name for that. */
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

/** Small declared facts. What is not named here cannot be recorded by accident. */
export const auditDetails = z.strictObject({
  role: word.exactOptional(),
  previous_role: word.exactOptional(),
  factor: word.exactOptional(),
  reason: word.exactOptional(),
  /** Of a sign-in: what of the place the account was not signed in from of late. */
  unusual: z.array(word).exactOptional(),
  /** Of a link that was accepted: the user who had made it, `cli` for the host. */
  link_made_by: word.exactOptional(),
  permission: word.exactOptional(),
  environment: word.exactOptional(),
  count: z.int().exactOptional(),
  /** Of what is told in aggregate: when it began, and from how many networks, where not from one. */
  since: z.int().exactOptional(),
  networks: z.int().exactOptional(),
  sequence: z.int().exactOptional(),
  hash: word.exactOptional(),
  expires_at: z.int().exactOptional(),
  /** What came out of it: the key that took over, the correction that was made. */
  result_id: word.exactOptional(),
  delivery_id: word.exactOptional(),
  /** Of a picture that was looked at. */
  picture: word.exactOptional(),
  size: word.exactOptional(),
  /** Of an export: csv or pdf, and whether personal details are in it. */
  format: word.exactOptional(),
  personal: z.boolean().exactOptional(),
  /** Of an export as csv: what parts its columns. */
  separator: word.exactOptional(),
  /** Of a document: which it is written in. */
  language: word.exactOptional(),
  /** Of an export: what it was filtered by, `name:code`; the name alone of what was typed. */
  filters: z.array(word).exactOptional(),
  /** Of a review. */
  decision: word.exactOptional(),
  /** Digest of the evidence that it rests on. */
  evidence: word.exactOptional(),
  /** Of what was decided, `part:digest` each. */
  parts: z.array(word).exactOptional(),
  /** Of an API key. */
  scopes: z.array(word).exactOptional(),
  allowed_cidrs: z.array(word).exactOptional(),
  /** The maker or, of several ended together, the one that they were made by. */
  made_by: word.exactOptional(),
  unrestricted: z.boolean().exactOptional(),
  /** Of what a second person decides: `waits`, or why it did not: `nobody_else`, `off`. */
  approval: word.exactOptional(),
  approval_id: word.exactOptional(),
  approval_kind: word.exactOptional(),
  /** Id of what the approval is about. */
  about: word.exactOptional(),
  requested_by: word.exactOptional(),
  decided_by: word.exactOptional(),
  /** Names of the fields that were given, or of the settings that differ. */
  changed: z.array(word).exactOptional(),
  /** Of the command line: who of the operating system ran it; see `HostUser`. */
  os_user: hostName.exactOptional(),
  os_uid: z.int().exactOptional(),
  sudo_user: hostName.exactOptional(),
  login_uid: z.int().exactOptional(),
})

export type AuditDetails = Readonly<z.infer<typeof auditDetails>>

export interface AuditActor {
  readonly kind: AuditActorKind
  /** The staff member's or the key's; undefined for the command line and for the system. */
  readonly id: string | undefined
}

/** The account of the operating system that a command ran under. What is not known is left out. */
export interface HostUser {
  readonly os_user?: string
  readonly os_uid?: number
  /** Who became that account through sudo. */
  readonly sudo_user?: string
  /** Who signed in to the host, as its kernel keeps it through su and sudo. */
  readonly login_uid?: number
}

/** Who acts, and from where. Handed from the edge to the use case that records what was done. */
export interface AuditOrigin {
  readonly actor: AuditActor
  readonly clientAddress: string | undefined
  readonly requestId: string | undefined
  /** Of the command line. Kept among the details of an entry. */
  readonly hostUser?: HostUser
}

/** Somebody with access to the host itself; commands name who as well (`session.origin`). */
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
  /** `done` unless said. */
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

/** The end of the chain at some instant. Kept elsewhere, it shows whether the log was cut since. */
export interface AuditHead {
  /** 0 for an empty log. */
  readonly sequence: number
  readonly hash: string
}

/** What stands before the first entry. */
export const chainStart: AuditHead = { sequence: 0, hash: '0'.repeat(64) }

/** `17:9f...`, as it is printed for keeping. */
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
 * What the hash of an entry is taken over. Its place in the sequence is not: the chain of hashes gives
 * the order, so that entries that changed places can be told from entries that were altered.
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
