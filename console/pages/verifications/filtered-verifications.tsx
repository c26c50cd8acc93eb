// The filtered list of verifications.

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useMay, useReadableEnvironments } from '../../api/session.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { loadPart } from '../../frame/load-part.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { useCountShown } from './use-count-shown.ts'
import { useVerificationFilters, type VerificationFilterState } from './use-verification-filters.ts'
import { useVerificationList } from './use-verification-list.ts'
import { VerificationFilterBar } from './verification-filter-bar.tsx'
import { VerificationRows } from './verification-table.tsx'

const ExportDialog = loadPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

interface FilteredVerificationsProps {
  readonly environment: Environment
}

export function FilteredVerifications({ environment }: FilteredVerificationsProps) {
  const { t } = useTranslation('verifications')
  const { t: tFrame } = useTranslation('frame')
  const filter = useVerificationFilters()
  const list = useVerificationList({ ...filter.asked, environment })
  const count = useCountShown(list)
  return (
    <>
      <PageHeader
        title={tFrame('pages.verifications')}
        text={t('list.text')}
        actions={<Export environment={environment} filter={filter} />}
      />
      <VerificationFilterBar filter={filter} count={count} />
      <VerificationRows
        list={list}
        empty={
          filter.isEmpty ? <NothingYet environment={environment} /> : <NoMatch filter={filter} />
        }
      />
    </>
  )
}

function Export({
  environment,
  filter,
}: FilteredVerificationsProps & { readonly filter: VerificationFilterState }) {
  const { t } = useTranslation('verifications')
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  if (!may('verifications.export')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('list.export.open')}
      </Button>
      {isOpen && (
        <ExportDialog
          environment={environment}
          asked={filter.asked}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function NothingYet({ environment }: FilteredVerificationsProps) {
  const { t } = useTranslation('verifications')
  const { choose } = useEnvironment()
  const readable = useReadableEnvironments()
  const other = environment === 'live' ? 'sandbox' : 'live'
  return (
    <EmptyState text={t(`list.empty.${environment}`)}>
      {readable.includes(other) && (
        <Button variant="default" onClick={() => choose(other)}>
          {t(`list.show.${other}`)}
        </Button>
      )}
    </EmptyState>
  )
}

function NoMatch({ filter }: { readonly filter: VerificationFilterState }) {
  const { t } = useTranslation('verifications')
  return (
    <EmptyState text={t('list.noMatch')}>
      <Button variant="default" onClick={() => filter.clear()}>
        {t('list.clear')}
      </Button>
    </EmptyState>
  )
}
