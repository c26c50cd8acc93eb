// Form of the decision: an outcome with reasons, or the answer to a colleague's proposal. The
// decision bar sends it.

import { Checkbox, Radio, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { reasonsMax } from '../../../server/reviews/review.ts'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import type { ReviewOutcome } from '../../../server/verifications/review-summary.ts'
import { type Choice, type Reason, type Rejection, waysOf } from './draft.ts'
import { DraftText } from './draft-text.tsx'
import { asksWhoTheyAre, fittingReasons } from './fitting-reasons.ts'
import { KeyHint } from './key-hint.tsx'
import { leaveField } from './leave-field.ts'
import { moveWithin, useWantedOutcome, useWantedReasons } from './reason-keys.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'
import { SecondPersonText } from './second-person.tsx'
import { useReviewCodes } from './use-review-codes.ts'

export function DecisionForm({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const codes = useReviewCodes()
  const { choice } = editor
  if (codes === undefined) return null
  return (
    <section>
      <Title order={2} mb="xs">
        {t('panel.decision')}
      </Title>
      <Stack gap="md">
        <Outcomes editor={editor} />
        {choice.kind === 'decide' && <Reasons editor={editor} choice={choice} codes={codes} />}
        {choice.kind === 'reject' && <Rejections editor={editor} choice={choice} codes={codes} />}
        {choice.kind !== 'none' && (
          <DraftText
            label={t('panel.decisionNote')}
            written={editor.written}
            part="decision"
            readOnly={editor.send.isPending}
            maxLength={codes.note_characters_max}
            onKeyDown={leaveField}
            onWrite={(text) => editor.write({ decision: text })}
          />
        )}
        {choice.kind === 'decide' && (
          <SecondPersonText editor={editor} choice={choice} codes={codes} />
        )}
      </Stack>
    </section>
  )
}

/** Both outcomes, each with its shortcut. */
function Outcomes({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const { claimStatus, choice, opened } = editor
  const chosen = choice.kind === 'decide' ? choice.outcome : choice.kind
  const { status } = opened
  const hintOf = (way: string) => {
    if (way === 'approved' || way === 'declined') return t(`decides.${way}`)
    if (status === 'pending') return undefined
    if (way === 'confirm') return t(`right.${status}`)
    return way === 'dispute' ? t(`wrong.${status}`) : undefined
  }
  const frame = useWantedOutcome(editor)
  return (
    <Radio.Group
      ref={frame}
      value={chosen}
      // The title above says it to those who see it.
      label={t('panel.decision')}
      classNames={{ label: 'svc-unseen' }}
    >
      <Stack gap="xs">
        {waysOf(claimStatus, status).map((way, at) => (
          <Radio
            key={way}
            value={way}
            label={
              <>
                {t(`choose.${way}`)} <KeyHint>{at === 0 ? 'y' : 'x'}</KeyHint>
              </>
            }
            description={hintOf(way)}
            onChange={() => editor.choose(way, 'field')}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface ReasonsProps {
  readonly editor: Editor
  readonly choice: Extract<Choice, { readonly kind: 'decide' }>
  readonly codes: ReviewCodesJson
}

function Reasons({ editor, choice, codes }: ReasonsProps) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const frame = useWantedReasons(editor, choice.outcome)
  const { outcome, reasons } = choice
  const change = (wanted: readonly string[]) =>
    editor.changeChoice({ ...choice, reasons: knownIn(codes, outcome, wanted) })
  return (
    <Checkbox.Group
      ref={frame}
      onKeyDown={moveWithin}
      label={t('panel.reasons')}
      description={t(reasonsHint(outcome, editor.opened))}
      value={[...reasons]}
      onChange={change}
    >
      <div className={classes.choices}>
        {fittingReasons(codes.outcome_reasons[outcome], outcome, editor.opened).map((reason) => (
          <Checkbox
            key={reason}
            value={reason}
            label={tLabels(`reviewReason.${reason}`)}
            disabled={reasons.length >= reasonsMax && !reasons.includes(reason)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function reasonsHint(outcome: ReviewOutcome, opened: Editor['opened']) {
  return asksWhoTheyAre(outcome, opened) ? 'panel.suspectsHint' : 'panel.reasonsHint'
}

function knownIn(
  { outcome_reasons: known }: ReviewCodesJson,
  outcome: ReviewOutcome,
  wanted: readonly string[],
): readonly Reason[] {
  const reasons: readonly Reason[] = known[outcome]
  return reasons.filter((reason) => wanted.includes(reason))
}

interface RejectionsProps {
  readonly editor: Editor
  readonly choice: Extract<Choice, { readonly kind: 'reject' }>
  readonly codes: ReviewCodesJson
}

function Rejections({ editor, choice, codes }: RejectionsProps) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const frame = useWantedReasons(editor, choice.kind)
  const change = (wanted: string) => {
    const reason = codes.rejection_reasons.find((one: Rejection) => one === wanted)
    editor.changeChoice({ ...choice, reason })
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
          <Radio key={reason} value={reason} label={tLabels(`rejectionReason.${reason}`)} />
        ))}
      </div>
    </Radio.Group>
  )
}
