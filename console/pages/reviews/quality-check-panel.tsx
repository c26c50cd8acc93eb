// A second reviewer decides a closed review once more, without seeing the first decision.

import { Button, Checkbox, Group, Radio, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import type { QualityCheckJson } from '../../../server/reviews/quality/quality-check-json.ts'
import { reasonsMax } from '../../../server/reviews/review.ts'
import { useMay } from '../../api/session.ts'
import { useChange } from '../../api/use-api.ts'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { type Judging, nothingJudged } from './draft.ts'
import { fittingReasons } from './fitting-reasons.ts'
import { KeyHint } from './key-hint.tsx'
import { moveWithin, useWantedReasons } from './reason-keys.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'
import { useRenewal } from './use-claim.ts'
import { useReviewCodes } from './use-review-codes.ts'

interface QualityCheckPanelProps {
  readonly editor: Editor
  readonly check: QualityCheckJson
}

export function QualityCheckPanel({ editor, check }: QualityCheckPanelProps) {
  const { t } = useTranslation('reviews')
  const steps = useSteps(editor.opened.id, check.id)
  const isLead = useMay()('reviews.lead')
  const [readAt] = useState(() => Date.now())
  const renewed = steps.renew.data
  useRenewal({
    isMine: check.is_mine,
    timed: {
      claim: renewed ?? check,
      readAt: renewed === undefined ? readAt : steps.renew.submittedAt,
    },
    renew: () => steps.renew.isPending || steps.renew.mutate(),
  })
  const error = Object.values(steps).find((step) => step.error !== null)?.error
  return (
    <Stack gap="md">
      <section className={classes.notice}>
        <Title order={2}>{t('quality.title')}</Title>
        <Text size="sm">{t('quality.text')}</Text>
        {check.is_held && <Text size="sm">{t('quality.held')}</Text>}
      </section>
      {check.is_mine && <Form editor={editor} steps={steps} />}
      {error && <ErrorState error={error} />}
      <Group gap="xs">
        {!check.is_mine && !check.is_held && (
          <Button loading={steps.claim.isPending} onClick={() => steps.claim.mutate()}>
            {t('quality.claim')}
          </Button>
        )}
        {check.is_mine && (
          <Button
            variant="default"
            loading={steps.release.isPending}
            onClick={() =>
              steps.release.mutate(undefined, { onSuccess: () => editor.judge(nothingJudged) })
            }
          >
            {t('bar.release')}
          </Button>
        )}
        {isLead && (
          <Button
            variant="subtle"
            loading={steps.cancel.isPending}
            onClick={() => steps.cancel.mutate()}
          >
            {t('quality.cancel')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface Judged {
  readonly outcome: 'confirm' | 'dispute'
  readonly reasons: readonly string[]
}

type Steps = ReturnType<typeof useSteps>

function useSteps(verificationId: string, checkId: string) {
  const path = `/quality/checks/${checkId}`
  const touched = { touches: ['/reviews', '/quality', `/verifications/${verificationId}`] }
  const post = (step: string, json: object = {}) =>
    ({ path: `${path}/${step}`, method: 'POST', json }) as const
  return {
    claim: useChange<void>(() => post('claim'), touched),
    renew: useChange<void, QualityCheckJson>(() => post('claim'), { mayBeLeft: true }),
    release: useChange<void>(() => post('release'), touched),
    cancel: useChange<void>(() => post('cancel'), touched),
    decide: useChange<Judged>((judged) => post('decide', judged), touched),
  }
}

/** The keys are those of the first decision. */
const ways = [
  { way: 'confirm', keyed: 'y' },
  { way: 'dispute', keyed: 'x' },
] as const

function Form({
  editor,
  steps,
}: Pick<QualityCheckPanelProps, 'editor'> & { readonly steps: Steps }) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const codes = useReviewCodes()
  const { judging, judge } = editor
  const { outcome, reasons } = judging
  const { status } = editor.opened
  const frame = useWantedReasons(editor, outcome)
  const sender = useRef<HTMLButtonElement>(null)
  // As in a review, the key leads to the last step and sends nothing.
  useShortcut('Ctrl+Enter', t('keys.check'), () => sender.current?.focus(), 'review')
  if (codes === undefined || status === 'pending') return null
  const choose = (chosen: Judged['outcome']) => {
    if (chosen !== outcome) judge({ outcome: chosen, reasons: [] })
  }
  const chooseByKey = (chosen: Judged['outcome']) => {
    choose(chosen)
    editor.want('reasons')
  }
  const send = () => {
    if (outcome === undefined) return
    // The panel is gone once the first decision is shown, so it could not hear of the success itself.
    steps.decide.mutateAsync({ outcome, reasons }).then(
      () => {
        judge(nothingJudged)
        notifyDone(t('quality.sent'))
      },
      () => undefined,
    )
  }
  return (
    <Stack gap="md">
      <Outcomes status={status} chosen={outcome} choose={choose} chooseByKey={chooseByKey} />
      {outcome !== undefined && (
        <Checkbox.Group
          ref={frame}
          onKeyDown={moveWithin}
          label={t('panel.reasons')}
          description={t('panel.reasonsHint')}
          value={[...reasons]}
          onChange={(ticked) => judge({ outcome, reasons: ticked })}
        >
          <div className={classes.choices}>
            {fittingReasons(codes.outcome_reasons[outcome], outcome, editor.opened).map(
              (reason) => (
                <Checkbox
                  key={reason}
                  value={reason}
                  label={tLabels(`reviewReason.${reason}`)}
                  disabled={reasons.length >= reasonsMax && !reasons.includes(reason)}
                />
              ),
            )}
          </div>
        </Checkbox.Group>
      )}
      <Button
        ref={sender}
        loading={steps.decide.isPending}
        disabled={outcome === undefined || reasons.length === 0}
        onClick={send}
      >
        {t('quality.send')}
      </Button>
    </Stack>
  )
}

interface OutcomesProps {
  readonly status: Exclude<VerificationScreenJson['status'], 'pending'>
  readonly chosen: Judging['outcome']
  readonly choose: (way: Judged['outcome']) => void
  /** Leads on to the reasons; in a field the focus stays. */
  readonly chooseByKey: (way: Judged['outcome']) => void
}

function Outcomes({ status, chosen, choose, chooseByKey }: OutcomesProps) {
  const { t } = useTranslation('reviews')
  useShortcut('y', t('keys.yes'), () => chooseByKey('confirm'), 'review')
  useShortcut('x', t('keys.no'), () => chooseByKey('dispute'), 'review')
  const hints = { confirm: t(`right.${status}`), dispute: t(`wrong.${status}`) }
  return (
    <Radio.Group value={chosen ?? null} label={t('panel.decision')}>
      <Stack gap="xs" mt="xs">
        {ways.map(({ way, keyed }) => (
          <Radio
            key={way}
            value={way}
            label={
              <>
                {t(`choose.${way}`)} <KeyHint>{keyed}</KeyHint>
              </>
            }
            description={hints[way]}
            onChange={() => choose(way)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
