// Downloads an approved export, once, for the user who requested it.

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApprovalJson } from '../../../server/approvals/approval-json.ts'
import { useApi } from '../../api/api-context.tsx'
import { useMay, useMe } from '../../api/session.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { saveFile } from '../../frame/save-file.ts'

export function ExportButton({
  item,
  onDone,
}: {
  readonly item: ApprovalJson
  readonly onDone: () => void
}) {
  const { t } = useTranslation('approvals')
  const api = useApi()
  const queries = useQueryClient()
  const { user: me } = useMe()
  const mayExport = useMay()('verifications.export')
  const take = useMutation({
    meta: { holdsDialogs: true },
    async mutationFn() {
      const path = `/approvals/${item.id}/export`
      const file = await api.askForFile(path, { method: 'POST', json: {} })
      saveFile(file, `${item.id}.csv`)
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['/approvals'] }),
  })
  const isOwn = item.requested_by.id === me.id
  if (item.kind !== 'personal_export' || item.state !== 'approved' || !isOwn || !mayExport) {
    return null
  }
  return (
    <>
      {take.error && <ErrorState error={take.error} />}
      <Button loading={take.isPending} onClick={() => take.mutate()}>
        {t('take')}
      </Button>
    </>
  )
}
