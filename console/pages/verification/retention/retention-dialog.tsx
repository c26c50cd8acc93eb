// Why a verification is kept and until when, its legal holds, and the request to erase it.

import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RetentionJson } from '../../../../server/erasure/retention-json.ts'
import { useMay } from '../../../api/session.ts'
import { useRead } from '../../../api/use-api.ts'
import { Dialog } from '../../../frame/dialogs/dialog.tsx'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { ErasedPart } from './erased-part.tsx'
import { HoldsPart, HoldsToRead } from './holds-part.tsx'
import { RequestErasure } from './request-erasure.tsx'
import { RetentionFactList } from './retention-facts.tsx'

interface RetentionDialogProps {
  readonly id: string
  readonly onClose: () => void
}

export function RetentionDialog({ id, onClose }: RetentionDialogProps) {
  const { t } = useTranslation('verifications')
  const read = useRead<RetentionJson>(`/verifications/${id}/retention`)
  return (
    <Dialog isOpen onClose={onClose} title={t('retention.open')} size={560}>
      <Stack gap="lg">
        {read.data && <Content id={id} retention={read.data} />}
        {read.error && <ErrorState error={read.error} onRetry={() => read.refetch()} />}
        {read.isPending && <Skeleton h={220} aria-label={t('retention.loading')} />}
      </Stack>
    </Dialog>
  )
}

interface ContentProps {
  readonly id: string
  readonly retention: RetentionJson
}

/** Users who may not erase read all of it and change nothing. */
function Content({ id, retention }: ContentProps) {
  const mayChange = useMay()('verifications.erase')
  if (retention.erasure !== null) return <ErasedPart id={id} erasure={retention.erasure} />
  return (
    <>
      <RetentionFactList retention={retention} />
      {mayChange && <RequestErasure id={id} retention={retention} />}
      {mayChange ? (
        <HoldsPart id={id} holds={retention.holds} />
      ) : (
        <HoldsToRead holds={retention.holds} />
      )}
    </>
  )
}
