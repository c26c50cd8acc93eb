// Assigns the selected reviews to a colleague, or releases them; shows progress and what was left.

import { Button, Progress, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unassigned } from '../../../server/reviews/review.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { AssignmentResult } from './assignment-result.tsx'
import { useReviewerChoices } from './queue-filter.tsx'
import { useAssignments } from './use-assignments.ts'

interface AssignDialogProps {
  readonly kind: 'assign' | 'release'
  readonly ids: readonly string[]
  readonly onClose: () => void
  /** The selection is worked through. */
  readonly onDone: () => void
}

export function AssignDialog({ kind, ids: given, onClose, onDone }: AssignDialogProps) {
  const { t } = useTranslation('reviews')
  const { t: tFrame } = useTranslation('frame')
  const [ids] = useState(given)
  const [assignee, setAssignee] = useState<string | null>(kind === 'release' ? unassigned : null)
  const [isTried, setTried] = useState(false)
  const reviewers = useReviewerChoices()
  const { run, result, stop } = useAssignments()
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (assignee !== null) run.mutate({ ids, assignee }, { onSuccess: onDone })
  }
  const isOver = run.isSuccess || (run.isError && result.done > 0)
  return (
    <Dialog isOpen onClose={onClose} title={t(`bulk.${kind}Title`)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {!isOver && <Text size="sm">{t('bulk.count', { count: ids.length })}</Text>}
          {!isOver && <Text size="sm">{t(`bulk.${kind}Text`)}</Text>}
          {kind === 'assign' && !isOver && (
            <Select
              label={t('bulk.to')}
              data={reviewers}
              value={assignee}
              onChange={setAssignee}
              searchable
              allowDeselect={false}
              data-autofocus
              disabled={run.isPending}
              error={isTried && assignee === null && t('bulk.toMissing')}
            />
          )}
          {(run.isPending || isOver) && (
            <Stack gap={4}>
              <Progress
                value={Math.round((result.done / ids.length) * 100)}
                aria-label={t(`bulk.${kind}Title`)}
              />
              <Text size="xs" c="dimmed" role="status">
                {t('bulk.progress', { done: result.done, total: ids.length })}
              </Text>
            </Stack>
          )}
          {run.error && <ErrorState error={run.error} />}
          {isOver && <AssignmentResult kind={kind} result={result} total={ids.length} />}
          <DialogEnding>
            {run.isPending ? (
              <Button variant="default" onClick={stop}>
                {t('bulk.stop')}
              </Button>
            ) : (
              <Button variant="default" onClick={onClose}>
                {tFrame(isOver ? 'close' : 'cancel')}
              </Button>
            )}
            {!isOver && (
              <Button type="submit" loading={run.isPending}>
                {t(`bulk.${kind}Action`)}
              </Button>
            )}
          </DialogEnding>
        </Stack>
      </form>
    </Dialog>
  )
}
