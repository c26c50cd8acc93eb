// Form to add a finding about a photo or a check. A finding voids the pending proposal, which was
// made without it.

import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewCodesJson, ReviewDetailJson } from '../../../server/reviews/review-json.ts'
import { useChange } from '../../api/use-api.ts'
import { notifyDone } from '../../frame/parts/notify.ts'
import { DraftText } from './draft-text.tsx'
import { ErrorInSight } from './error-in-sight.tsx'
import { leaveField } from './leave-field.ts'
import type { Editor } from './review-editor.tsx'
import { useSubjectName } from './subject-name.ts'
import { useReviewCodes } from './use-review-codes.ts'
import { isEmpty, type Texts, useWritten } from './written.ts'

export function FindingForm({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation('reviews')
  const [isOpen, setOpen] = useState(editor.written.texts().finding !== undefined)
  if (!isOpen) {
    return (
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        {t('panel.addFinding')}
      </Button>
    )
  }
  return <Fields editor={editor} onDone={() => setOpen(false)} />
}

interface FieldsProps {
  readonly editor: Editor
  readonly onDone: () => void
}

function Fields({ editor, onDone }: FieldsProps) {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const codes = useReviewCodes()
  const { written, write, claimStatus } = editor
  const isChosen = useWritten(written, ({ finding }) => finding !== undefined)
  const { keep, change } = useKeeping(editor, onDone)
  if (codes === undefined) return null
  return (
    <Stack gap="sm" component="section">
      <Selects codes={codes} written={written} write={write} />
      <DraftText
        readOnly={change.isPending}
        label={t('panel.findingNote')}
        written={written}
        part="findingNote"
        maxLength={codes.note_characters_max}
        onKeyDown={leaveField}
        onWrite={(text) => write({ findingNote: text })}
      />
      {claimStatus.kind === 'to_answer' && <Text size="sm">{t('panel.findingVoids')}</Text>}
      {change.error && <ErrorInSight error={change.error} />}
      <Group gap="xs">
        <Button variant="default" disabled={!isChosen} loading={change.isPending} onClick={keep}>
          {t('panel.findingSave')}
        </Button>
        <Button
          variant="subtle"
          disabled={change.isPending}
          onClick={() => {
            write(nothingFound)
            onDone()
          }}
        >
          {tFrame('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}

interface SelectsProps extends Pick<Editor, 'written' | 'write'> {
  readonly codes: ReviewCodesJson
}

function Selects({ codes, written, write }: SelectsProps) {
  const { t } = useTranslation('reviews')
  const { t: tLabels } = useTranslation('labels')
  const nameOf = useSubjectName()
  const finding = useWritten(written, (texts) => texts.finding)
  const about = useWritten(written, (texts) => texts.about)
  const { findings, finding_subjects: subjects } = codes
  return (
    <>
      <NativeSelect
        label={t('panel.finding')}
        value={finding ?? ''}
        data={[
          { value: '', label: t('panel.choose') },
          ...findings.map((value) => ({ value, label: tLabels(`reviewFinding.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          write({ finding: findings.find((one) => one === value) })
        }
      />
      <NativeSelect
        label={t('panel.findingAbout')}
        value={about ?? ''}
        data={[
          { value: '', label: t('panel.findingNone') },
          ...subjects.map((value) => ({ value, label: nameOf(value) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          write({ about: subjects.find((one) => one === value) })
        }
      />
    </>
  )
}

const nothingFound: Partial<Texts> = { finding: undefined, about: undefined, findingNote: '' }

function useKeeping({ review, written, write }: Editor, onDone: () => void) {
  const { t } = useTranslation('reviews')
  const change = useChange<Texts, ReviewDetailJson>(
    ({ finding, about, findingNote }) => ({
      path: `/reviews/${review.id}/findings`,
      method: 'POST',
      json: { finding, about, note: isEmpty(findingNote) ? undefined : findingNote },
    }),
    { touches: ['/reviews'], answers: `/reviews/${review.id}` },
  )
  const keep = () =>
    change.mutate(written.texts(), {
      onSuccess() {
        write(nothingFound)
        notifyDone(t('panel.findingKept'))
        onDone()
      },
    })
  return { keep, change }
}
