// JSON shapes of the audit log, for the console, `svc audit list` and `svc audit export`.

import { toIso } from '../kernel/clock.ts'
import type {
  AuditAction,
  AuditActorKind,
  AuditEntry,
  AuditHead,
  AuditOutcome,
  AuditSubjectKind,
  StoredEntry,
} from './audit.ts'
import type { AuditDetails } from './audit-details.ts'
import type { ChainFaultKind, ChainVerdict } from './chain-verdict.ts'

export interface AuditEntryJson {
  readonly id: string
  readonly sequence: number
  readonly at: string
  readonly actor: { readonly kind: AuditActorKind; readonly id: string | null }
  readonly action: AuditAction
  readonly subject: { readonly kind: AuditSubjectKind; readonly id: string } | null
  readonly outcome: AuditOutcome
  readonly client_address: string | null
  readonly request_id: string | null
  readonly details: AuditDetails
  readonly previous_hash: string
  readonly hash: string
}

export function auditEntryJson(entry: AuditEntry): AuditEntryJson {
  return {
    id: entry.id,
    sequence: entry.sequence,
    at: toIso(entry.at),
    actor: { kind: entry.actor.kind, id: entry.actor.id ?? null },
    action: entry.action,
    subject: entry.subject ?? null,
    outcome: entry.outcome,
    client_address: entry.clientAddress ?? null,
    request_id: entry.requestId ?? null,
    details: entry.details,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }
}

export interface ChainVerdictJson {
  readonly intact: boolean
  readonly entries: number
  readonly head: { readonly sequence: number; readonly hash: string }
  readonly head_compared: boolean
  readonly faults: readonly {
    readonly kind: ChainFaultKind
    readonly sequence: number
    readonly id: string | null
  }[]
}

export function chainVerdictJson(verdict: ChainVerdict): ChainVerdictJson {
  return {
    intact: verdict.isIntact,
    entries: verdict.entries,
    head: verdict.head,
    head_compared: verdict.isHeadCompared,
    faults: verdict.faults.map(({ kind, sequence, id }) => ({ kind, sequence, id: id ?? null })),
  }
}

export interface AuditPartJson {
  readonly items: readonly AuditEntryJson[]
  /** Sequence numbers of entries whose row cannot be parsed; verifying the chain says more. */
  readonly damaged: readonly number[]
  /** `after` of the next part; null at the end of the log. */
  readonly next_after: number | null
  readonly head: { readonly sequence: number; readonly hash: string }
}

/** The same as CSV; the first part has a heading line. */
export interface AuditCsvPartJson extends Omit<AuditPartJson, 'items'> {
  readonly count: number
  readonly csv: string
}

/** @param limit How many rows were requested; fewer rows mean the end of the log. */
export function auditPartJson(
  rows: readonly StoredEntry[],
  head: AuditHead,
  limit: number,
): AuditPartJson {
  const last = rows.length < limit ? head.sequence : (rows.at(-1)?.sequence ?? head.sequence)
  return {
    items: rows.flatMap(({ entry }) => (entry === undefined ? [] : [auditEntryJson(entry)])),
    damaged: rows.flatMap(({ entry, sequence }) => (entry === undefined ? [sequence] : [])),
    next_after: last < head.sequence ? last : null,
    head: { sequence: head.sequence, hash: head.hash },
  }
}

export interface VerificationProgressJson {
  readonly running: boolean
  readonly checked: number
  readonly entries: number
  readonly rows: number
}

export interface VerifyProgress {
  readonly checked: number
  /** Entries in the log when the check began. */
  readonly entries: number
  /** Verifications and reviews compared so far; begins once all entries are checked. */
  readonly rows: number
}

export function verifyProgressJson(progress: VerifyProgress | undefined): VerificationProgressJson {
  return {
    running: progress !== undefined,
    checked: progress?.checked ?? 0,
    entries: progress?.entries ?? 0,
    rows: progress?.rows ?? 0,
  }
}
