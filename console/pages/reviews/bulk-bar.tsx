// What a lead can do with the selected reviews of the queue.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/use-api.ts'
import { loadPart } from '../../frame/load-part.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { notify } from '../../frame/parts/notify.ts'
import classes from './queue.module.css'
import type { Selection } from './use-selection.ts'

const AssignDialog = loadPart(async () => (await import('./assign-dialog.tsx')).AssignDialog)

interface BulkBarProps {
  readonly selection: Selection
  /** The queue's filter, with its environment. */
  readonly asked: Readonly<Record<string, string>>
  /** Whether the queue has no review to select. */
  readonly isEmpty: boolean
}

interface Matching {
  readonly ids: readonly string[]
  readonly has_more: boolean
}

export function BulkBar({ selection, asked, isEmpty }: BulkBarProps) {
  const { t } = useTranslation('reviews')
  const [open, setOpen] = useState<'assign' | 'release' | undefined>(undefined)
  const all = useChange<void, Matching>(() => ({ path: '/reviews/matching', query: asked }), {
    mayBeLeft: true,
  })
  const { ids } = selection
  const selectAll = () =>
    all.mutate(undefined, {
      onSuccess(matching) {
        selection.set(matching.ids, true)
        if (matching.has_more) notify({ message: t('bulk.cut', { count: matching.ids.length }) })
      },
    })
  return (
    <>
      {(ids.length > 0 || !isEmpty) && (
        <Group
          gap="xs"
          mb="sm"
          role="group"
          aria-label={t('bulk.label')}
          className={classes.bulk ?? ''}
        >
          <Text size="sm" role="status" className="svc-number">
            {t('bulk.count', { count: ids.length })}
          </Text>
          <Button size="xs" variant="subtle" loading={all.isPending} onClick={selectAll}>
            {t('bulk.all')}
          </Button>
          {ids.length > 0 && (
            <>
              <Button size="xs" variant="subtle" onClick={selection.clear}>
                {t('bulk.clear')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setOpen('release')}>
                {t('bulk.release')}
              </Button>
              <Button size="xs" onClick={() => setOpen('assign')}>
                {t('bulk.assign')}
              </Button>
            </>
          )}
        </Group>
      )}
      {all.error && <ErrorState error={all.error} />}
      {open && (
        <AssignDialog
          kind={open}
          ids={ids}
          onClose={() => setOpen(undefined)}
          onDone={selection.clear}
        />
      )}
    </>
  )
}
