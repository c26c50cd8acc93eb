// Replays the deliveries of an endpoint that match the filter: counts them, then sends them in
// parts of the server's batch size. Can be stopped between two parts.

import { Button, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplayCountsJson } from '../../../server/api/webhooks/delivery-api.ts'
import { useApi } from '../../api/api-context.tsx'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { useShow } from '../../words/show.ts'

type Bound = 'created_from' | 'created_to'

interface ReplayRangeDialogProps {
  readonly path: string
  readonly filter: Readonly<Record<'status' | 'event' | Bound, string | undefined>>
  readonly onClose: () => void
}

export function ReplayRangeDialog({ path, filter, onClose }: ReplayRangeDialogProps) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const show = useShow()
  const { status, count, run, done, stop } = useReplay(path, filter)
  const matched = count.data?.matched ?? 0
  const numbers = { count: matched, done: show.number(done), all: show.number(matched) }
  const isAsked = run.isIdle || run.isError
  const error = run.error ?? count.error
  return (
    <Dialog isOpen onClose={onClose} title={t('replayRange.open')} isBusy={run.isPending}>
      <Stack gap="md">
        <Text>{t('replayRange.text', { status: t(`state.${status}`) })}</Text>
        <div role="status">
          {isAsked && count.data && <Text fw={500}>{t('replayRange.counted', numbers)}</Text>}
          {!isAsked && (
            <>
              <Progress
                value={Math.round((100 * done) / matched)}
                aria-label={t('replayRange.open')}
                mb={6}
              />
              <Text size="sm">{t('replayRange.queued', numbers)}</Text>
            </>
          )}
        </div>
        {error && <ErrorState error={error} />}
        <DialogEnding>
          <Button variant="default" onClick={run.isPending ? stop : onClose}>
            {run.isPending ? t('replayRange.stop') : tFrame(isAsked ? 'cancel' : 'close')}
          </Button>
          {isAsked && (
            <Button loading={count.isPending} disabled={matched === 0} onClick={() => run.mutate()}>
              {t('replayRange.action')}
            </Button>
          )}
        </DialogEnding>
      </Stack>
    </Dialog>
  )
}

function useReplay(path: string, filter: ReplayRangeDialogProps['filter']) {
  const api = useApi()
  const queries = useQueryClient()
  const status = replayable.find((one) => one === filter.status) ?? 'failed'
  // Ends now at the latest, so that what fails later is not sent twice.
  const [now] = useState(() => new Date().toISOString())
  const [from, setFrom] = useState(filter.created_from)
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  const end = filter.created_to !== undefined && filter.created_to < now ? filter.created_to : now
  const span = { ...filter, status, created_from: from, created_to: end }
  const ask = (to: string, json: typeof span) =>
    api.ask<ReplayCountsJson>(to, { method: 'POST', json })
  const count = useQuery({
    queryKey: [`${path}/count`, span],
    queryFn: () => ask(`${path}/count`, span),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const run = useMutation({
    async mutationFn() {
      let next = from
      let replayed = 0
      try {
        do {
          setDone(replayed)
          const part = await ask(path, { ...span, created_from: next })
          replayed += part.replayed
          next = part.remaining === 0 ? undefined : (part.next_created_from ?? undefined)
        } while (next !== undefined && !isStopped.current)
        setDone(replayed)
      } catch (failure) {
        // Goes on from here when it is tried again, and counts the rest.
        setFrom(next)
        throw failure
      }
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => isRead(key) }),
  })
  const stop = () => {
    isStopped.current = true
  }
  return { status, count, run, done, stop }
}

const replayable = ['failed', 'cancelled', 'delivered'] as const

/** The reads of webhooks, but not the count, which would no longer match. */
function isRead(key: unknown): boolean {
  return typeof key === 'string' && key.startsWith('/webhooks') && !key.endsWith('/count')
}
