// The buttons of the decision bar. The last of them is what comes next, and says so.

import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import { isWhole } from './draft.ts'
import { KeyHint } from './key-hint.tsx'
import type { Desk } from './review-desk.tsx'
import { isMine, mayWork } from './standing.ts'
import type { NextCase } from './use-next-case.ts'

export interface BarActionsProps {
  readonly desk: Desk
  readonly next: NextCase
}

export function BarActions(props: BarActionsProps) {
  const { desk } = props
  if (desk.isLookedOver && desk.isChosen) return <SendActions desk={desk} />
  if (desk.isChosen) return <CheckActions desk={desk} />
  return <OpenActions {...props} />
}

/** Nothing is chosen yet, or nothing can be. */
function OpenActions({ desk, next }: BarActionsProps) {
  const { t } = useTranslation('reviews')
  const { standing, claim, release } = desk
  const has = isMine(standing)
  return (
    <Group gap="xs" justify="flex-end">
      {has && (
        <Button variant="subtle" loading={release.isPending} onClick={desk.putBack}>
          {t('bar.release')}
        </Button>
      )}
      {!has && mayWork(standing) && (
        <Button variant="default" loading={claim.isPending} onClick={() => claim.mutate()}>
          {t('bar.take')}
        </Button>
      )}
      <NextButton desk={desk} next={next} />
    </Group>
  )
}

/** Once the case is decided, the focus is on what comes next. */
function NextButton({ desk, next }: BarActionsProps) {
  const { t } = useTranslation('reviews')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (desk.isDecided) button.current?.focus()
  }, [desk.isDecided])
  const isDone = !mayWork(desk.standing) || desk.isDecided
  return (
    <Button
      ref={button}
      variant={isDone ? 'filled' : 'default'}
      loading={next.isPending}
      rightSection={<KeyHint>n</KeyHint>}
      onClick={next.take}
    >
      {t('bar.next')}
    </Button>
  )
}

function CheckActions({ desk }: Pick<BarActionsProps, 'desk'>) {
  const { t } = useTranslation('reviews')
  const label = useCheckLabel(desk)
  const isReady = isWhole(desk.choice)
  return (
    <Group gap={6} justify="flex-end">
      <Button variant="subtle" px={6} onClick={() => desk.changeChoice({ kind: 'none' })}>
        {t('bar.clear')}
      </Button>
      <Button
        px={10}
        disabled={!isReady}
        rightSection={isReady && <KeyHint>Ctrl+↵</KeyHint>}
        onClick={desk.lookOver}
      >
        {label}
      </Button>
    </Group>
  )
}

/** Its button has the focus: Enter sends, Escape goes back. */
function SendActions({ desk }: Pick<BarActionsProps, 'desk'>) {
  const { t } = useTranslation('reviews')
  const button = useRef<HTMLButtonElement>(null)
  const does = useWhatSendingDoes(desk)
  const isBusy = desk.send.isPending || desk.claim.isPending
  useEffect(() => {
    if (!isBusy) button.current?.focus()
  }, [isBusy])
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        rightSection={<KeyHint>Esc</KeyHint>}
        disabled={desk.send.isPending}
        onClick={desk.goBack}
      >
        {t('bar.undo')}
      </Button>
      <Button ref={button} loading={isBusy} onClick={desk.decide}>
        {t(`bar.send.${does}`)}
      </Button>
    </Group>
  )
}

function useWhatSendingDoes({ choice }: Desk): 'close' | 'propose' | 'approve' | 'reject' {
  const codes = useRead<ReviewCodesJson>('/reviews/codes').data
  if (choice.kind === 'approve' || choice.kind === 'reject') return choice.kind
  if (choice.kind === 'none') return 'close'
  const isProposal = choice.checkerId !== undefined || codes?.second_person[choice.outcome] === true
  return isProposal ? 'propose' : 'close'
}

function useCheckLabel(desk: Desk): string {
  const { t } = useTranslation('reviews')
  const does = useWhatSendingDoes(desk)
  const { choice } = desk
  if (does === 'approve' || does === 'reject') return t(`bar.check.${does}`)
  const isDispute = choice.kind === 'decide' && choice.outcome === 'dispute'
  if (does === 'propose')
    return t(isDispute ? 'bar.check.proposeDispute' : 'bar.check.proposeConfirm')
  return t(isDispute ? 'bar.check.dispute' : 'bar.check.confirm')
}
