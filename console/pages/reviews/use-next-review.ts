// Claims and opens the next review in one step.

import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import { useApi } from '../../api/api-context.tsx'
import type { ApiRefusal } from '../../api/refusal.ts'
import { isOfSetting, useKeepAnswer } from '../../api/use-api.ts'
import { useThisAsPreviousList } from '../../frame/lists/previous-list.ts'
import { notifyDone } from '../../frame/parts/notify.ts'

export interface NextReview {
  /** Ends once the next review is opened, or it is known that there is none. */
  take(): Promise<unknown>
  readonly isPending: boolean
  readonly error: ApiRefusal | null
}

type Taken =
  | { readonly review: null }
  | { readonly review: ReviewDetailJson; readonly verification: VerificationScreenJson }

/**
 * @param asked.leaving The current review, to be skipped: asks for the one after it, and from the
 * start of the queue if there is none.
 */
export function useNextReview(asked: {
  readonly environment: string
  readonly leaving?: string | undefined
}): NextReview {
  const { environment, leaving } = asked
  const { pathname, state } = useLocation()
  const fromHere = useThisAsPreviousList()
  const isOnReview = pathname.startsWith('/verifications/')
  const { t } = useTranslation('reviews')
  const api = useApi()
  const queries = useQueryClient()
  const keep = useKeepAnswer()
  const navigate = useNavigate()
  const ask = (after: string | undefined) =>
    api.ask<Taken>('/reviews/next', { method: 'POST', json: { environment, after } })
  const next = useMutation<Taken, ApiRefusal>({
    meta: { holdsDialogs: true },
    async mutationFn() {
      const taken = await ask(leaving)
      return taken.review === null && leaving !== undefined ? ask(undefined) : taken
    },
    onSuccess(taken) {
      const isOther = taken.review !== null && taken.review.id !== leaving
      void queries.invalidateQueries({
        predicate: changesWithClaims,
        // The page that is left needs nothing more.
        refetchType: isOther ? 'none' : 'active',
      })
      // The navigation stays, and the claim removed this user's notices about the review.
      if (isOther) void queries.invalidateQueries({ queryKey: ['/reviews/waiting'] })
      if (!isOther) return notifyDone(t('nothingNext'))
      const { review, verification } = taken
      keep(`/reviews/${review.id}`, review)
      keep(`/verifications/${verification.id}`, verification)
      // The way back stays the one to the list.
      const way = isOnReview ? { replace: true, state } : { state: fromHere }
      void navigate(`/verifications/${verification.id}?tab=review`, way)
    },
    // The claim may stand although its answer does not come, and has released the review shown here.
    onError: () => void queries.invalidateQueries({ predicate: changesWithClaims }),
  })
  return {
    take: () => Promise.allSettled([next.mutateAsync()]),
    isPending: next.isPending,
    error: next.error,
  }
}

function changesWithClaims({ queryKey: [path], meta }: Query): boolean {
  return typeof path === 'string' && path.startsWith('/reviews') && !isOfSetting(meta)
}
