// JSON shapes of the audit log, for the console, `svc audit list` and `svc audit export`.

import { toIso } from '../kernel/clock.ts'
import type { AuditEntry, AuditHead, StoredEntry } from './audit.ts'
import type { ChainVerdict } from './chain-verdict.ts'

export function auditEntryJson(entry: AuditEntry) {
  return {
    id: entry.id,
    sequence: entry.sequence,
    at: toIso(entry.at),
    actor: { kind: entry.actor.kind, id: entry.actor.id ?? null },
    action: entry.action,
    subject:
      entry.subject === undefined ? null : { kind: entry.subject.kind, id: entry.subject.id },
    outcome: entry.outcome,
    client_address: entry.clientAddress ?? null,
    request_id: entry.requestId ?? null,
    details: entry.details,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  }
}

export type AuditEntryJson = ReturnType<typeof auditEntryJson>

export function chainVerdictJson(verdict: ChainVerdict) {
  return {
    intact: verdict.isIntact,
    entries: verdict.entries,
    head: auditHeadJson(verdict.head),
    head_compared: verdict.isHeadCompared,
    faults: verdict.faults.map(({ kind, sequence, id }) => ({ kind, sequence, id: id ?? null })),
  }
}

function auditHeadJson({ sequence, hash }: AuditHead) {
  return { sequence, hash }
}

/** @param limit How many rows were requested; fewer rows mean the end of the log. */
export function auditPartJson(rows: readonly StoredEntry[], head: AuditHead, limit: number) {
  const last = rows.length < limit ? head.sequence : (rows.at(-1)?.sequence ?? head.sequence)
  return {
    items: rows.flatMap(({ entry }) => (entry === undefined ? [] : [auditEntryJson(entry)])),
    /** Sequence numbers of entries whose row cannot be parsed; verifying the chain says more. */
    damaged: rows.flatMap(({ entry, sequence }) => (entry === undefined ? [sequence] : [])),
    /** `after` of the next part; null at the end of the log. */
    next_after: last < head.sequence ? last : null,
    head: auditHeadJson(head),
  }
}

export type AuditPartJson = ReturnType<typeof auditPartJson>

/** The same as CSV; the first part has a heading line. */
export interface AuditCsvPartJson extends Omit<AuditPartJson, 'items'> {
  readonly count: number
  readonly csv: string
}

export interface VerifyProgress {
  readonly checked: number
  /** Entries in the log when the check began. */
  readonly entries: number
  /** Verifications and reviews compared so far; begins once all entries are checked. */
  readonly rows: number
}

export function verifyProgressJson(progress: VerifyProgress | undefined) {
  return {
    running: progress !== undefined,
    checked: progress?.checked ?? 0,
    entries: progress?.entries ?? 0,
    rows: progress?.rows ?? 0,
  }
}

export type VerificationProgressJson = ReturnType<typeof verifyProgressJson>
