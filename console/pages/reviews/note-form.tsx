// Form to add a note for staff or for answering the customer. Notes are not sent to anyone and
// cannot be changed.

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noteAudiences, noteCharactersMax } from '../../../server/reviews/review.ts'
import type { ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import { useChange } from '../../api/use-api.ts'
import { ChoiceSwitch } from '../../frame/parts/choice-switch.tsx'
import { notifyDone } from '../../frame/parts/notify.ts'
import { DraftText } from './draft-text.tsx'
import { ErrorInSight } from './error-in-sight.tsx'
import { leaveField } from './leave-field.ts'
import type { Editor } from './review-editor.tsx'
import { isEmpty, type Texts, useWritten, type Written } from './written.ts'

export function NoteForm({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const { written, write } = editor
  const audience = useWritten(written, (texts) => texts.audience)
  const { keep, change } = useKeeping(editor)
  const field = useWantedNote(editor)
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    leaveField(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    keep()
  }
  return (
    <section>
      <Title order={2} mb="xs">
        {t('panel.write')}
      </Title>
      <Stack gap="xs" align="stretch">
        <Group gap="xs">
          <Text size="sm" id="note-audience">
            {t('panel.noteFor')}
          </Text>
          <ChoiceSwitch
            name={{ labelId: 'note-audience' }}
            value={audience}
            onChoose={(value) => write({ audience: value })}
            choices={noteAudiences.map((value) => ({
              value,
              label: tLabels(`noteAudience.${value}`),
            }))}
          />
        </Group>
        <DraftText
          ref={field}
          label={t('panel.note')}
          description={t(`panel.noteHints.${audience}`)}
          written={written}
          part="note"
          maxLength={noteCharactersMax}
          // Text typed while the note is being saved would be lost.
          readOnly={change.isPending}
          onKeyDown={onKey}
          onWrite={(text) => write({ note: text })}
        />
        {change.error && <ErrorInSight error={change.error} />}
        <KeepButton written={written} isKeeping={change.isPending} keep={keep} />
      </Stack>
    </section>
  )
}

interface KeepButtonProps {
  readonly written: Written
  readonly isKeeping: boolean
  readonly keep: () => void
}

function KeepButton({ written, isKeeping, keep }: KeepButtonProps) {
  const { t } = useTranslation('reviews')
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      disabled={useWritten(written, ({ note }) => isEmpty(note))}
      loading={isKeeping}
      onClick={keep}
    >
      {t('panel.noteSave')}
    </Button>
  )
}

function useKeeping({ review, written, write }: Editor) {
  const { t } = useTranslation('reviews')
  const change = useChange<Texts, ReviewDetailJson>(
    ({ audience, note: text }) => ({
      path: `/reviews/${review.id}/notes`,
      method: 'POST',
      json: { audience, text },
    }),
    { answers: `/reviews/${review.id}` },
  )
  const keep = () => {
    const texts = written.texts()
    if (isEmpty(texts.note) || change.isPending) return
    change.mutate(texts, {
      onSuccess() {
        write({ note: '' })
        notifyDone(t('panel.noteKept'))
      },
    })
  }
  return { keep, change }
}

function useWantedNote({ wanted, want }: Editor) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (wanted !== 'note') return
    field.current?.focus()
    want(undefined)
  }, [wanted, want])
  return field
}
