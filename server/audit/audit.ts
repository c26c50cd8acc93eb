// An entry of the audit log: who did or saw what, when, from where and with what outcome. Entries hold only ids
// and values of closed lists, no personal data.

import type { AuditDetails } from './audit-details.ts'

export type AuditActorKind = 'user' | 'api_key' | 'cli' | 'system'

export type AuditSubjectKind =
  | 'user'
  | 'verification'
  | 'key'
  | 'webhook'
  | 'review'
  | 'audit'
  | 'route'
  | 'setting'
  | 'backup'
  | 'usage'
  | 'job'
  | 'approval'
  | 'outbound'
  | 'encryption_key'
  | 'node'

/** `denied`: the actor was not allowed to. `failed`: the actor could not prove their identity or a link. */
export type AuditOutcome = 'done' | 'failed' | 'denied'

/** Closed list, in the order in which the console offers them. Values are stored and therefore never renamed. */
export const auditActions = [
  'user.signed_in',
  /** With a password, while the settings send others to the bank's directory. */
  'user.emergency_sign_in',
  /** In aggregate: too many attempts, or unknown accounts. */
  'user.sign_in_refused',
  'user.link_refused',
  'user.signed_out',
  'user.confirmed',
  'user.access_denied',
  'user.session_ended',
  'user.setup_link_issued',
  'user.set_up',
  'user.created',
  'user.invited',
  'user.invited_again',
  'user.invitation_accepted',
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
  /** A filter of a list; shared or for the user alone. */
  'user.filter_saved',
  'user.filter_changed',
  'user.filter_removed',
  'verification.viewed',
  'verification.personal_details_viewed',
  'verification.images_viewed',
  /** The other verifications with the same number or reference; `count` of them. */
  'verification.seen_before_viewed',
  /** The notes of its review, by a user who does not hold it. */
  'verification.review_notes_viewed',
  'verification.holds_viewed',
  'verification.searched',
  /** By a client, with the provider's answer; once an hour per key and verification. */
  'verification.read',
  'verification.exported',
  'verification.handed_to_staff',
  'verification.reviewed',
  /** With digests of the outcome, like the next two. */
  'verification.completed',
  'verification.scored',
  /** The provider said something beside or after its final answer; with digests, too. */
  'verification.late_result',
  /** With digests of the rows as the erasure left them. */
  'verification.erased',
  /** After the restore of a backup that was older than the erasure. */
  'verification.erased_again',
  /** Only the images, by the bank's period of retention. */
  'verification.images_erased',
  'verification.held',
  'verification.hold_released',
  'verification.relationship_ended',
  /** Another day than before, or none: the entry holds both. */
  'verification.relationship_end_corrected',
  /** An export of a person's data; the next one states that its folder is deleted. */
  'verification.export_handed_over',
  'verification.export_deleted',
  'review.opened',
  'review.claimed',
  'review.released',
  'review.assigned',
  'review.unassigned',
  'review.noted',
  'review.finding_added',
  'review.proposed',
  'review.approved',
  'review.rejected',
  'review.proposal_voided',
  /** A closed one, because the provider said something else later. */
  'review.reopened',
  /** Its notes, with the verification. */
  'review.erased',
  'quality.check_opened',
  'quality.check_claimed',
  'quality.check_released',
  'quality.check_decided',
  'quality.check_cancelled',
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
  'usage.recounted',
  'usage.exported',
  'outbound.exported',
  'report.exported',
  'quality.exported',
  'audit.viewed',
  'audit.verified',
  'audit.exported',
  /** At a start: the database lacks entries that it had; `sequence` and `hash` are of the newest of them. */
  'audit.entries_lost',
  'job.run_now',
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
  /** At a start: settings that differ from those of the last start. */
  'settings.changed',
  'approval.used',
  'encryption.master_key_changed',
  'encryption.data_key_changed',
  /** No row needs it any more. */
  'encryption.data_key_destroyed',
  'encryption.verified',
  /** The master key was printed in shares. */
  'encryption.key_split',
  'encryption.key_combined',
  'encryption.escrow_confirmed',
  /** It signs certificates of erasure; `hash` is the fingerprint of its public half. */
  'encryption.certificate_key_created',
  'backup.created',
  /** Only the first of several failures in a row. */
  'backup.failed',
  'backup.pruned',
  'backup.verified',
  'backup.restored',
  /** A restored copy became the one that makes the backups. */
  'backup.place_taken',
  'outgoing.resumed',
  /** The installation went on in another database. */
  'database.moved',
  /** The database was written anew, while no server ran; the next start recorded it. */
  'database.compacted',
  /** Images were copied to another place and compared: all, or `failed` after `count` of them. */
  'images.moved',
  /** They were deleted at the old place; `count` of them. */
  'images.removed',
  /** This copy of the installation became the one that writes to the bucket. */
  'images.place_taken',
  'node.drained',
  'node.resumed',
] as const
export type AuditAction = (typeof auditActions)[number]

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
  if (sequence === undefined || hash === undefined) return undefined
  return { sequence: Number(sequence), hash }
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

/** A stored entry; `entry` is undefined if its row cannot be parsed. */
export interface StoredEntry {
  readonly sequence: number
  readonly id: string
  /** Present even if the rest cannot be parsed. */
  readonly subjectId: string | undefined
  readonly hash: string
  readonly previousHash: string
  readonly entry: AuditEntry | undefined
}
