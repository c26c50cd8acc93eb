// What goes out beside the outcome: reasons, note and second reviewer, shown for a check before it is sent.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserNameJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import type { Choice } from './draft.ts'
import type { Editor } from './review-editor.tsx'
import classes from './reviews.module.css'
import { isEmpty, useWritten } from './written.ts'

export function DecisionShown({ editor: { choice, written } }: { readonly editor: Editor }) {
  const reasons = useReasonNames(choice)
  const note = useWritten(written, ({ decision }) => decision)
  return (
    <>
      {reasons.length > 0 && <Text size="sm">{reasons.join(' · ')}</Text>}
      {!isEmpty(note) && (
        <Text size="sm" className={classes.quote ?? ''} lineClamp={2}>
          {note.trim()}
        </Text>
      )}
      {choice.kind === 'decide' && choice.checkerId !== undefined && (
        <Checker id={choice.checkerId} />
      )}
    </>
  )
}

function useReasonNames(choice: Choice): readonly string[] {
  const { t } = useTranslation('labels')
  if (choice.kind === 'decide') return choice.reasons.map((reason) => t(`reviewReason.${reason}`))
  if (choice.kind !== 'reject' || choice.reason === undefined) return []
  return [t(`rejectionReason.${choice.reason}`)]
}

function Checker({ id }: { readonly id: string }) {
  const { t } = useTranslation('reviews')
  const others = useRead<{ readonly items: readonly UserNameJson[] }>('/reviews/reviewers').data
  const name = others?.items.find((one) => one.id === id)?.name
  return name === undefined ? null : <Text size="sm">{t('bar.checker', { name })}</Text>
}
