// Reviews on the wire.

import { toIso } from '../kernel/clock.ts'
import { type Claim, holderAt, type Review, type ReviewCause, type ReviewState } from './review.ts'
import type { EntryKind } from './review-entry.ts'
import type { HistoryEntry, NamedMember, ReviewCounts } from './review-view.ts'

export interface MemberNameJson {
  readonly id: string
  readonly name: string
}

export interface ReviewJson {
  readonly id: string
  readonly verification_id: string
  readonly environment: string
  readonly state: ReviewState
  /** Why it waits. */
  readonly causes: readonly ReviewCause[]
  readonly created_at: string
  /** Who works on it; null where nobody does. */
  readonly claim: { readonly by: MemberNameJson; readonly until: string } | null
  /** Whom a rejected proposal waits for. */
  readonly kept_for: { readonly by: MemberNameJson; readonly until: string } | null
  readonly proposal: {
    readonly id: string
    readonly by: MemberNameJson
    readonly at: string
    readonly outcome: string
    readonly reasons: readonly string[]
    readonly checker: MemberNameJson | null
  } | null
  /** Once closed. */
  readonly decision: {
    readonly outcome: string
    readonly reasons: readonly string[]
    readonly decided_by: MemberNameJson
    readonly approved_by: MemberNameJson | null
    readonly at: string
  } | null
}

/** @param members Those whose names are known; of others only the id is told */
export function reviewJson(
  review: Review,
  members: readonly NamedMember[],
  nowMs: number,
): ReviewJson {
  const { progress, claim, keptFor } = review
  const named = (id: string): MemberNameJson => ({
    id,
    name: members.find((member) => member.id === id)?.name ?? '',
  })
  const claimJson = (one: Claim) => ({ by: named(one.by), until: toIso(one.until) })
  const isHeld = holderAt(review, nowMs) !== undefined
  return {
    id: review.id,
    verification_id: review.verificationId,
    environment: review.environment,
    state: progress.state,
    causes: review.causes,
    created_at: toIso(review.createdAt),
    claim: claim && isHeld ? claimJson(claim) : null,
    kept_for: keptFor && keptFor.until > nowMs ? claimJson(keptFor) : null,
    proposal: proposalJson(progress, named),
    decision: decisionJson(progress, named),
  }
}

type Named = (id: string) => MemberNameJson

function proposalJson(progress: Review['progress'], named: Named): ReviewJson['proposal'] {
  if (progress.state !== 'proposed') return null
  const { id, by, at, outcome, reasons, checkerId } = progress.proposal
  const checker = checkerId === undefined ? null : named(checkerId)
  return { id, by: named(by), at: toIso(at), outcome, reasons, checker }
}

function decisionJson(progress: Review['progress'], named: Named): ReviewJson['decision'] {
  if (progress.state !== 'closed') return null
  const { outcome, reasons, decidedBy, approvedBy, at } = progress
  return {
    outcome,
    reasons,
    decided_by: named(decidedBy),
    approved_by: approvedBy === undefined ? null : named(approvedBy),
    at: toIso(at),
  }
}

export interface ReviewEntryJson {
  readonly id: string
  readonly kind: EntryKind
  readonly author: MemberNameJson | null
  readonly at: string
  readonly audience: string | null
  readonly finding: string | null
  readonly about: string | null
  readonly outcome: string | null
  readonly reasons: readonly string[]
  readonly rejection: string | null
  readonly proposal_id: string | null
  /** null where there is none, and where it was erased with the person's details. */
  readonly note: string | null
}

export function reviewEntryJson(
  { id, kind, author, at, details }: HistoryEntry,
  note: string | undefined,
): ReviewEntryJson {
  return {
    id,
    kind,
    author: author ?? null,
    at: toIso(at),
    audience: details.audience ?? null,
    finding: details.finding ?? null,
    about: details.about ?? null,
    outcome: details.outcome ?? null,
    reasons: details.reasons ?? [],
    rejection: details.rejection ?? null,
    proposal_id: details.proposal_id ?? null,
    note: note ?? null,
  }
}

export interface ReviewDetailJson extends ReviewJson {
  readonly entries: readonly ReviewEntryJson[]
}

export interface ReviewCountsJson {
  readonly waiting: number
  readonly held: number
  readonly proposed: number
  readonly for_me: number
  readonly oldest_at: string | null
  readonly closed: number
  readonly confirmed: number
  readonly disputed: number
  readonly mine: number
}

export function reviewCountsJson(counts: ReviewCounts): ReviewCountsJson {
  const { forMe, oldestAt, ...rest } = counts
  return { ...rest, for_me: forMe, oldest_at: oldestAt === undefined ? null : toIso(oldestAt) }
}
