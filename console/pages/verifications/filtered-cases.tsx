// The list as it is filtered.

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../api/session.ts'
import { type Environment, useEnvironment } from '../../frame/environment.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { CaseFilterBar } from './case-filter-bar.tsx'
import { CaseTable } from './case-table.tsx'
import { type CaseFilter, useCaseFilter } from './use-case-filter.ts'
import { useCaseList } from './use-case-list.ts'
import { useCountShown } from './use-count-shown.ts'

const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))

export interface FilteredCasesProps {
  readonly environment: Environment
}

export function FilteredCases({ environment }: FilteredCasesProps) {
  const { t } = useTranslation('cases')
  const { t: tFrame } = useTranslation('frame')
  const filter = useCaseFilter()
  const list = useCaseList({ ...filter.asked, environment })
  const count = useCountShown(list)
  return (
    <>
      <PageHeader
        title={tFrame('pages.verifications')}
        text={t('list.text')}
        actions={<Export environment={environment} filter={filter} />}
      />
      <CaseFilterBar filter={filter} count={count} />
      <CaseTable
        list={list}
        empty={
          filter.isEmpty ? <NothingYet environment={environment} /> : <NoMatch filter={filter} />
        }
      />
    </>
  )
}

function Export({ environment, filter }: FilteredCasesProps & { readonly filter: CaseFilter }) {
  const { t } = useTranslation('cases')
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
        <Suspense>
          <ExportDialog
            environment={environment}
            asked={filter.asked}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function NothingYet({ environment }: FilteredCasesProps) {
  const { t } = useTranslation('cases')
  const { choose } = useEnvironment()
  const other = environment === 'live' ? 'sandbox' : 'live'
  return (
    <EmptyState text={t(`list.empty.${environment}`)}>
      <Button variant="default" onClick={() => choose(other)}>
        {t(`list.show.${other}`)}
      </Button>
    </EmptyState>
  )
}

function NoMatch({ filter }: { readonly filter: CaseFilter }) {
  const { t } = useTranslation('cases')
  return (
    <EmptyState text={t('list.noMatch')}>
      <Button variant="default" onClick={() => filter.clear()}>
        {t('list.clear')}
      </Button>
    </EmptyState>
  )
}
