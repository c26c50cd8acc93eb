// The masked personal data of a verification, images included: open while the user holds its review, or once they gave
// another reason. Held by this page and discarded with it.

import { useEffect, useRef, useState } from 'react'
import {
  type AccessReason,
  accessReasonsIn,
} from '../../../server/console-api/verifications/access-reason.ts'
import type {
  PersonalDetailsJson,
  VerificationScreenJson,
} from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useMe } from '../../api/session.ts'
import { useIsHeld } from '../reviews/review-editor.tsx'

export interface ShownPerson {
  /** undefined while it is masked. */
  readonly details: PersonalDetailsJson | undefined
  /** undefined while everything is masked. `review`: the user holds the review. */
  readonly reason: AccessReason | undefined
  /** Whether the user holds the review, so that no reason is asked for. */
  readonly isClaimed: boolean
  /** The reasons to choose from; of a review, its claim is the reason. */
  readonly askedReasons: readonly AccessReason[]
  readonly isAsked: boolean
  /** Why the last request failed; null where it did not. */
  readonly error: unknown
  show(reason: AccessReason): void
  hide(): void
}

type Shown =
  | { readonly kind: 'masked'; readonly error: unknown }
  | { readonly kind: 'asked' }
  | { readonly kind: 'shown'; readonly details: PersonalDetailsJson }

const masked: Shown = { kind: 'masked', error: null }

export function usePerson(opened: VerificationScreenJson): ShownPerson {
  const { id, erased } = opened
  const isClaimed = useIsClaimed(opened)
  const [given, setGiven] = useState<AccessReason | undefined>(undefined)
  const [isHidden, setHidden] = useState(false)
  const claimed = isClaimed && !isHidden ? 'review' : undefined
  const reason = erased ? undefined : (claimed ?? given)
  const shown = useDetails(id, reason)
  return {
    details: shown.kind === 'shown' ? shown.details : undefined,
    reason,
    isClaimed,
    askedReasons: accessReasonsIn(opened.environment).filter((one) => one !== 'review'),
    isAsked: shown.kind === 'asked',
    error: shown.kind === 'masked' ? shown.error : null,
    show(wanted) {
      setHidden(false)
      setGiven(wanted === 'review' ? undefined : wanted)
    },
    hide() {
      setHidden(true)
      setGiven(undefined)
    },
  }
}

/** Until the review is loaded, what came with the verification tells. */
function useIsClaimed({ review, quality_check: check }: VerificationScreenJson): boolean {
  const { user } = useMe()
  const isHeld = useIsHeld()
  if (check?.is_mine) return true
  return isHeld ?? review?.claim?.by.id === user.id
}

/** Asks again only where another reason opens what was masked. */
function useDetails(verificationId: string, reason: AccessReason | undefined): Shown {
  const api = useApi()
  const [shown, setShown] = useState<Shown>(masked)
  const isOpen = reason !== undefined
  const latest = useRef(reason)
  latest.current = reason
  useEffect(() => {
    if (!isOpen) return
    const asking = new AbortController()
    setShown({ kind: 'asked' })
    const path = `/verifications/${verificationId}/reveal`
    const json = { reason: latest.current }
    api.ask<PersonalDetailsJson>(path, { method: 'POST', json, signal: asking.signal }).then(
      (details) => !asking.signal.aborted && setShown({ kind: 'shown', details }),
      (error: unknown) => !asking.signal.aborted && setShown({ kind: 'masked', error }),
    )
    return () => {
      asking.abort()
      setShown(masked)
    }
  }, [api, verificationId, isOpen])
  return isOpen ? shown : masked
}
