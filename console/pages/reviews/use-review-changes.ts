// Sends a decision in one request.

import type { UseMutationResult } from '@tanstack/react-query'
import type { ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import type { Ask } from '../../api/api-client.ts'
import type { ApiRefusal } from '../../api/refusal.ts'
import { useChange } from '../../api/use-api.ts'
import type { Choice } from './draft.ts'

interface Sent {
  readonly choice: Choice
  readonly note: string
}

export interface ReviewChanges {
  readonly claim: UseMutationResult<ReviewDetailJson, ApiRefusal, void>
  /** Of a claim that still holds: one that ended is taken anew by the user, who then knows why it ended. */
  readonly renew: UseMutationResult<ReviewDetailJson, ApiRefusal, void>
  readonly release: UseMutationResult<ReviewDetailJson, ApiRefusal, void>
  readonly send: UseMutationResult<ReviewDetailJson, ApiRefusal, Sent>
}

/** Changes of a review also appear in the timeline of its verification. */
export function useReviewChanges(reviewId: string, verificationId: string): ReviewChanges {
  const answered = { touches: ['/reviews'], answers: `/reviews/${reviewId}` }
  const post = (step: string, json: object = {}) => ({
    path: `/reviews/${reviewId}/${step}`,
    method: 'POST' as const,
    json,
  })
  return {
    claim: useChange<void, ReviewDetailJson>(() => post('claim'), answered),
    renew: useChange<void, ReviewDetailJson>(() => post('claim', { renews: true }), answered),
    release: useChange<void, ReviewDetailJson>(() => post('release'), answered),
    send: useChange<Sent, ReviewDetailJson>((sent) => requestOf(sent, post), {
      ...answered,
      touches: ['/reviews', `/verifications/${verificationId}`],
    }),
  }
}

type Post = (step: string, json: object) => Ask & { readonly path: string }

function requestOf({ choice, note }: Sent, post: Post) {
  const noted = note.trim() === '' ? {} : { note }
  switch (choice.kind) {
    case 'none':
      throw new Error('nothing is chosen')
    case 'decide': {
      const { outcome, reasons, checkerId } = choice
      const named = checkerId === undefined ? {} : { checker_id: checkerId }
      return post('decide', { outcome, reasons, ...named, ...noted })
    }
    case 'approve':
      return post('approve', { proposal_id: choice.proposalId, ...noted })
    case 'reject':
      return post('reject', { proposal_id: choice.proposalId, reason: choice.reason, ...noted })
  }
}
