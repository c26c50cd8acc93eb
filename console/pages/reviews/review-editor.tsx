// Editor state of one review, shared by its panel and the decision bar: claim status, draft and
// actions. The draft survives switching tabs and losing the claim.

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import type { ApiRefusal } from '../../api/refusal.ts'
import { useMe } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { type ClaimStatus, claimStatusOf, isMine, mayWork } from './claim-status.ts'
import {
  type Choice,
  choiceFor,
  choiceOf,
  chosenNext,
  hasReasons,
  isWhole,
  type Judging,
  nothingChosen,
  nothingJudged,
} from './draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { readAtOf, type TimedClaim, useOfSecondsLeft, useRenewal } from './use-claim.ts'
import { type Act, useLeaving } from './use-leaving.ts'
import { type ReviewChanges, useReviewChanges } from './use-review-changes.ts'
import { hasText, startWriting, type Texts, type Written } from './written.ts'

export interface Editor extends ReviewChanges {
  readonly opened: VerificationScreenJson
  readonly review: ReviewDetailJson
  readonly claimStatus: ClaimStatus
  /** The claim, whoever holds it. */
  readonly timed: TimedClaim
  /** The user held the claim and lost it without their doing. */
  readonly isLost: boolean
  readonly choice: Choice
  /** Something is chosen, and the user holds the claim or is about to. */
  readonly isChosen: boolean
  /** Claims the review if needed, and opens the panel. A key leads on to the reasons; in a field the focus stays. */
  choose(kind: ReviewOutcome | 'approve' | 'reject', by: 'key' | 'field'): void
  /** Changes the reasons of the choice. */
  changeChoice(choice: Choice): void
  /** Parts that show what is written follow it by `useWritten`. */
  readonly written: Written
  write(more: Partial<Texts>): void
  /** The second decision of a quality check. */
  readonly judging: Judging
  judge(judging: Judging): void
  /** The decision is shown in full before it is sent. */
  readonly isLookedOver: boolean
  lookOver(): void
  goBack(): void
  decide(): void
  readonly isDecided: boolean
  /** The tab with the form of the decision is open. */
  readonly isPanelOpen: boolean
  take(): void
  putBack(): void
  /** Field to focus next. */
  readonly wanted: 'outcome' | 'reasons' | 'note' | undefined
  want(place: Editor['wanted']): void
  /** Runs `act` at once, or after asking where text or reasons would be lost; they stay where it leads nowhere. */
  leave(act: Act): void
}

/** Whether the user may claim the review, and does not hold it. */
export function mayClaim({ claimStatus }: Editor): boolean {
  return !isMine(claimStatus) && mayWork(claimStatus)
}

type EditorState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly mayWork: boolean }
  | { readonly kind: 'unknown'; readonly error: ApiRefusal; readonly retry: () => void }
  | { readonly kind: 'open'; readonly editor: Editor }

const EditorContext = createContext<EditorState>({ kind: 'none' })

export function useEditor(): EditorState {
  return useContext(EditorContext)
}

/** A context of its own: the whole page depends on it, and is not drawn for each change of the editor. */
const HeldContext = createContext<boolean | undefined>(false)

/** Whether the user holds the review; undefined until it is loaded. */
export function useIsHeld(): boolean | undefined {
  return useContext(HeldContext)
}

const readEveryMs = 30_000

interface ReviewEditorProps {
  readonly opened: VerificationScreenJson
  readonly children: ReactNode
}

/** Keeps the same tree while the review loads, so that the page below is not remounted. */
export function ReviewEditor({ opened, children }: ReviewEditorProps) {
  const id = opened.review?.id
  const read = useRead<ReviewDetailJson>(`/reviews/${id}`, {
    enabled: id !== undefined,
    everyMs: readEveryMs,
    isSame: isSameReview,
  })
  const review = read.data?.id === id ? read.data : undefined
  const readAgain = () => void read.refetch()
  const { editor, guard } = useOpenEditor({ opened, review, readAgain })
  const state = stateOf()
  return (
    <EditorContext value={state}>
      <HeldContext value={isHeldIn(state)}>{children}</HeldContext>
      <LeaveGuard {...guard} />
    </EditorContext>
  )

  function stateOf(): EditorState {
    if (id === undefined) return { kind: 'none' }
    if (editor !== undefined) return { kind: 'open', editor }
    if (read.error === null) return { kind: 'reading', mayWork: mayWorkOn(opened.review) }
    return { kind: 'unknown', error: read.error, retry: readAgain }
  }
}

/** By the review as it came with the verification. */
function mayWorkOn(review: VerificationScreenJson['review']): boolean {
  return review !== null && review.decision === null && !review.is_decision_hidden
}

function isHeldIn(state: EditorState): boolean | undefined {
  if (state.kind === 'reading') return undefined
  return state.kind === 'open' && isMine(state.editor.claimStatus)
}

/** The time left of a claim is counted here, so that nothing is drawn for it. */
function isSameReview(before: ReviewDetailJson, after: ReviewDetailJson): boolean {
  return textOf(before) === textOf(after)
}

function textOf(review: ReviewDetailJson): string {
  return JSON.stringify(review, (key, value) => (key === 'seconds_left' ? undefined : value))
}

function timedClaimOf(review: ReviewDetailJson | undefined): TimedClaim {
  return review === undefined
    ? { claim: null, readAt: 0 }
    : { claim: review.claim, readAt: readAtOf(review) }
}

interface OpenEditor {
  readonly opened: VerificationScreenJson
  /** undefined until it is loaded, and where there is none. */
  readonly review: ReviewDetailJson | undefined
  readonly readAgain: () => void
}

function useOpenEditor({ opened, review, readAgain }: OpenEditor) {
  const { user } = useMe()
  const changes = useReviewChanges(review?.id ?? '', opened.id)
  const { claim, renew, release, send } = changes
  const timed = timedClaimOf(review)
  const isClaimed = useOfSecondsLeft(timed, (secondsLeft) => secondsLeft > 0)
  const claimStatus = review && claimStatusOf(review, user.id, isClaimed)
  const has = claimStatus !== undefined && isMine(claimStatus)
  const [had, setHad] = useState(false)
  const draft = useDraft()
  const { written } = draft
  const isJudged = opened.quality_check?.is_mine === true && draft.judging.reasons.length > 0
  const hasTicked = isJudged || hasReasons(draft.choice)
  const isUnsent = () => hasTicked || hasText(written.texts())
  const { guard, leave } = useLeaving(isUnsent)
  const onRefusal = { onError: readAgain }
  useRenewal({ isMine: has, timed, renew: () => renew.mutate(undefined, onRefusal) })
  useEffect(() => {
    if (has) setHad(true)
  }, [has])
  if (review === undefined || claimStatus === undefined) return { editor: undefined, guard }
  const choice = choiceFor(claimStatus, draft.choice)
  const isChosen = choice.kind !== 'none' && (has || claim.isPending)

  const editor: Editor = {
    ...changes,
    ...draft,
    choice,
    changeChoice(changed) {
      if (!send.isPending) draft.changeChoice(changed)
    },
    leave,
    opened,
    review,
    claimStatus,
    timed,
    isLost: had && !has && !release.isPending && !send.isPending,
    isChosen,
    isLookedOver: isChosen && draft.isLookedOver,
    isDecided: send.isSuccess,
    choose(kind, by) {
      if (!mayWork(claimStatus) || send.isPending) return
      // An approval needs no reason.
      const place = kind === 'approve' ? 'outcome' : 'reasons'
      draft.begin(chosenNext(choice, choiceOf(kind, claimStatus)), by === 'key' ? place : undefined)
      if (!has) editor.take()
    },
    decide() {
      if (!isWhole(choice) || !has || send.isPending) return
      const sent = { choice, note: written.texts().decision }
      send.mutate(sent, {
        onSuccess() {
          setHad(false)
          draft.finish()
        },
        onError() {
          draft.goBack()
          readAgain()
        },
      })
    },
    take: () => claim.mutate(undefined, onRefusal),
    putBack() {
      setHad(false)
      const onSuccess = () => draft.changeChoice(nothingChosen)
      release.mutate(undefined, { ...onRefusal, onSuccess })
    },
  }
  return { editor, guard }
}

/** The draft and the step of the decision. */
function useDraft() {
  const [choice, setChoice] = useState<Choice>(nothingChosen)
  const [written] = useState(startWriting)
  const [judging, judge] = useState<Judging>(nothingJudged)
  const [isLookedOver, setLookedOver] = useState(false)
  const [wanted, want] = useState<Editor['wanted']>(undefined)
  const panel = usePanel()
  const changeChoice = (changed: Choice) => {
    setChoice(changed)
    setLookedOver(false)
  }
  return {
    choice,
    written,
    judging,
    judge,
    isLookedOver,
    isPanelOpen: panel.isOpen,
    wanted,
    want(place: Editor['wanted']) {
      if (place !== undefined) panel.open()
      want(place)
    },
    changeChoice,
    begin(begun: Choice, place: Editor['wanted']) {
      changeChoice(begun)
      panel.open()
      want(place)
    },
    write(more: Partial<Texts>) {
      written.write(more)
      if (isLookedOver) setLookedOver(false)
    },
    lookOver() {
      setLookedOver(isWhole(choice))
      // The button that sends has the focus then.
      if (isWhole(choice)) want(undefined)
    },
    goBack: () => setLookedOver(false),
    /** After the decision was sent; other text is kept. */
    finish() {
      changeChoice(nothingChosen)
      written.write({ decision: '' })
    },
  }
}

/** The review tab; the open tab is in the address. */
function usePanel(): { readonly isOpen: boolean; open(): void } {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const isOpen = parameters.get('tab') === 'review'
  return {
    isOpen,
    open() {
      if (isOpen) return
      const changed = addressParameters()
      changed.set('tab', 'review')
      setParameters(changed, { replace: true, preventScrollReset: true, state })
    },
  }
}
