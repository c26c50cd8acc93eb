// Where a reviewer chooses: the outcome with its reasons, or the answer to a colleague's proposal. Nothing
// is sent from here; that is the decision bar's.

import { Checkbox, Radio, Stack, Textarea, Title } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import type { Choice, Outcome, Reason, Rejection } from './draft.ts'
import { fittingReasons } from './fitting-reasons.ts'
import { KeyHint } from './key-hint.tsx'
import { leaveField } from './leave-field.ts'
import type { Desk } from './review-desk.tsx'
import classes from './reviews.module.css'
import { SecondPerson } from './second-person.tsx'

export function DecisionForm({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('reviews')
  const codes = useRead<ReviewCodesJson>('/reviews/codes').data
  const { choice, written } = desk
  if (codes === undefined) return null
  return (
    <section>
      <Title order={2} mb="xs">
        {t('panel.decision')}
      </Title>
      <Stack gap="md">
        <Outcomes desk={desk} />
        {choice.kind === 'decide' && <Reasons desk={desk} choice={choice} codes={codes} />}
        {choice.kind === 'reject' && <Rejections desk={desk} choice={choice} codes={codes} />}
        {choice.kind !== 'none' && (
          <Textarea
            label={t('panel.decisionNote')}
            value={written.decision}
            readOnly={desk.send.isPending}
            maxLength={codes.note_characters_max}
            autosize
            minRows={2}
            maxRows={8}
            onKeyDown={leaveField}
            onChange={(event) => desk.write({ decision: event.currentTarget.value })}
          />
        )}
        {choice.kind === 'decide' && <SecondPerson desk={desk} choice={choice} codes={codes} />}
      </Stack>
    </section>
  )
}

const ways = { decide: ['confirm', 'dispute'], answer: ['approve', 'reject'] } as const

/** The two that there are, each with the key that chooses it. */
function Outcomes({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation('reviews')
  const { standing, choice, opened } = desk
  const chosen = choice.kind === 'decide' ? choice.outcome : choice.kind
  const { status } = opened
  const hintOf = (way: string) => {
    if (status === 'pending') return undefined
    if (way === 'confirm') return t(`right.${status}`)
    return way === 'dispute' ? t(`wrong.${status}`) : undefined
  }
  return (
    <Radio.Group value={chosen} aria-label={t('panel.decision')}>
      <Stack gap="xs">
        {ways[standing.kind === 'to_answer' ? 'answer' : 'decide'].map((way, at) => (
          <Radio
            key={way}
            value={way}
            label={
              <>
                {t(`choose.${way}`)} <KeyHint>{at === 0 ? 'y' : 'x'}</KeyHint>
              </>
            }
            description={hintOf(way)}
            onChange={() => desk.choose(way)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface ReasonsProps {
  readonly desk: Desk
  readonly choice: Extract<Choice, { readonly kind: 'decide' }>
  readonly codes: ReviewCodesJson
}

const reasonsMax = 5

function Reasons({ desk, choice, codes }: ReasonsProps) {
  const { t } = useTranslation('reviews')
  const frame = useWantedFocus(desk)
  const { outcome, reasons } = choice
  const change = (wanted: readonly string[]) =>
    desk.changeChoice({ ...choice, reasons: knownIn(codes, outcome, wanted) })
  return (
    <Checkbox.Group
      ref={frame}
      onKeyDown={moveWithin}
      label={t('panel.reasons')}
      description={t('panel.reasonsHint')}
      value={[...reasons]}
      onChange={change}
    >
      <div className={classes.choices}>
        {fittingReasons(codes.outcome_reasons[outcome], outcome, desk.opened.status).map(
          (reason) => (
            <Checkbox
              key={reason}
              value={reason}
              label={t(`reason.${reason}`)}
              disabled={reasons.length >= reasonsMax && !reasons.includes(reason)}
            />
          ),
        )}
      </div>
    </Checkbox.Group>
  )
}

function knownIn(
  { outcome_reasons: known }: ReviewCodesJson,
  outcome: Outcome,
  wanted: readonly string[],
): readonly Reason[] {
  const reasons: readonly Reason[] = known[outcome]
  return reasons.filter((reason) => wanted.includes(reason))
}

interface RejectionsProps {
  readonly desk: Desk
  readonly choice: Extract<Choice, { readonly kind: 'reject' }>
  readonly codes: ReviewCodesJson
}

function Rejections({ desk, choice, codes }: RejectionsProps) {
  const { t } = useTranslation('reviews')
  const frame = useWantedFocus(desk)
  const change = (wanted: string) => {
    const reason = codes.rejection_reasons.find((one: Rejection) => one === wanted)
    desk.changeChoice({ ...choice, reason })
  }
  return (
    <Radio.Group
      ref={frame}
      label={t('panel.rejection')}
      value={choice.reason ?? null}
      onChange={change}
    >
      <div className={classes.choices}>
        {codes.rejection_reasons.map((reason) => (
          <Radio key={reason} value={reason} label={t(`rejection.${reason}`)} />
        ))}
      </div>
    </Radio.Group>
  )
}

/** Where an outcome was chosen by its key, the reasons are what comes next. */
function useWantedFocus({ wanted, want, choice }: Desk) {
  const frame = useRef<HTMLDivElement>(null)
  const outcome = choice.kind === 'decide' ? choice.outcome : choice.kind
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome has other reasons
  useEffect(() => {
    if (wanted !== 'reasons') return
    frame.current?.querySelector('input')?.focus()
    want(undefined)
  }, [wanted, want, outcome])
  return frame
}

/** The arrows move from box to box, as they do between radio buttons. */
function moveWithin(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const at = boxes.findIndex((box) => box.matches(':focus'))
  if (at === -1) return
  event.preventDefault()
  boxes[Math.min(Math.max(at + step, 0), boxes.length - 1)]?.focus()
}
