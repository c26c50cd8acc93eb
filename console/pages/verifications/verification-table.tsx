// The table of verifications, for filters and searches alike.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListTable } from '../../frame/lists/list-table.tsx'
import type { VerificationList } from './use-verification-list.ts'
import { useVerificationColumns } from './verification-columns.tsx'

interface VerificationTableProps {
  readonly list: VerificationList
  readonly empty: ReactNode
}

export function VerificationRows({ list, empty }: VerificationTableProps) {
  const { t } = useTranslation('frame')
  const columns = useVerificationColumns()
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
