// The audit log: filter, export, verification of the chain. Read-only.

import { Button } from '@mantine/core'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useList } from '../../api/use-api.ts'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { loadPart } from '../../frame/load-part.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { useAuditFilter } from './use-audit-filter.ts'
import { useVerification } from './use-verification.ts'

const ExportDialog = loadPart(async () => (await import('./export-dialog.tsx')).AuditExportDialog)
const VerifyDialog = loadPart(async () => (await import('./verify-dialog.tsx')).VerifyDialog)

export function AuditPage() {
  const { t } = useTranslation('audit')
  const { t: tFrame } = useTranslation('frame')
  const filter = useAuditFilter()
  const list = useList<AuditEntryJson>('/audit', filter.asked, { isRecorded: true })
  const columns = useAuditColumns(filter)
  const verification = useVerification()
  const [open, setOpen] = useState<'export' | 'verify' | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={tFrame('pages.audit')}
        text={t('text')}
        actions={<Actions onOpen={setOpen} />}
      />
      <AuditFilterBar filter={filter} />
      <ListTable
        list={list}
        columns={columns}
        label={tFrame('pages.audit')}
        empty={
          <EmptyState text={t('empty')}>
            <Button variant="default" onClick={() => filter.clear()}>
              {t('showAll')}
            </Button>
          </EmptyState>
        }
      />
      {open === 'export' && <ExportDialog filter={filter} onClose={close} />}
      {open === 'verify' && <VerifyDialog verification={verification} onClose={close} />}
    </>
  )
}

function Actions({ onOpen }: { readonly onOpen: (open: 'export' | 'verify') => void }) {
  const { t } = useTranslation('audit')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => onOpen('export')}
      >
        {t('export.open')}
      </Button>
      <Button
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        onClick={() => onOpen('verify')}
      >
        {t('verify.open')}
      </Button>
    </>
  )
}
