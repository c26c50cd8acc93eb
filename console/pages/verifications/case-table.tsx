// The table of verifications, whatever found them.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { useCaseColumns } from './case-columns.tsx'
import type { CaseList } from './use-case-list.ts'

export interface CaseTableProps {
  readonly list: CaseList
  readonly empty: ReactNode
}

export function CaseTable({ list, empty }: CaseTableProps) {
  const { t } = useTranslation('frame')
  const columns = useCaseColumns()
  return (
    <ListTable
      list={list}
      columns={columns}
      label={t('pages.verifications')}
      linkOf={({ id }) => `/verifications/${id}`}
      empty={empty}
    />
  )
}
