// Claims and opens the next quality check; nothing is shown while none waits for this user.

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import type { QualityWaitingJson } from '../../../server/console-api/quality/quality-json.ts'
import type { QualityCheckJson } from '../../../server/reviews/quality/quality-check-json.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { useThisAsPreviousList } from '../../frame/lists/previous-list.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'

const readEveryMs = 60_000

interface Taken {
  readonly check: QualityCheckJson | null
}

interface QualityChecksButtonProps {
  readonly environment: string
  readonly size?: 'sm' | 'md'
  /** Runs `act`, after asking where it would lose what is not sent yet. */
  readonly leave?: (act: () => Promise<unknown>) => void
}

export function QualityChecksButton({
  environment,
  size = 'md',
  leave = (act) => void act(),
}: QualityChecksButtonProps) {
  const { t } = useTranslation('reviews')
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const fromHere = useThisAsPreviousList()
  // The way back stays the one to the list.
  const way = pathname.startsWith('/verifications/')
    ? { replace: true, state }
    : { state: fromHere }
  const { data } = useRead<QualityWaitingJson>('/quality/checks/waiting', {
    query: { environment },
    everyMs: readEveryMs,
  })
  const next = useChange<void, Taken>(
    () => ({ path: '/quality/checks/next', method: 'POST', json: { environment } }),
    { touches: ['/quality/checks/waiting'] },
  )
  if (data === undefined || data.waiting === 0) return null
  const take = () =>
    next.mutateAsync(undefined, {
      onSuccess({ check }) {
        if (check === null) return
        void navigate(`/verifications/${check.verification_id}?tab=review`, way)
      },
    })
  const open = () => Promise.allSettled([take()])
  return (
    <>
      {next.error && <ErrorState error={next.error} />}
      <Button size={size} variant="default" loading={next.isPending} onClick={() => leave(open)}>
        {t('quality.next', { count: data.waiting })}
      </Button>
    </>
  )
}
