// Approval requests, pending and past.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { ApprovalJson } from '../../../server/approvals/approval-json.ts'
import { useList } from '../../api/use-api.ts'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { ChoiceSwitch } from '../../frame/parts/choice-switch.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { subjectOf, useApprovalColumns } from './approval-columns.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'
import { type View, views } from './views.ts'

export function ApprovalsPage() {
  const { t } = useTranslation('approvals')
  const { t: tFrame } = useTranslation('frame')
  const [view, setView] = useView()
  const list = useList<ApprovalJson>('/approvals', { state: view }, { everyMs: 15_000 })
  const columns = useApprovalColumns()
  const [opened, setOpened] = useState<ApprovalJson | undefined>(undefined)
  return (
    <div>
      <PageHeader
        title={tFrame('pages.approvals')}
        text={t('text')}
        actions={
          <ChoiceSwitch
            name={{ label: t('view.label') }}
            value={view}
            onChoose={setView}
            choices={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
        }
      />
      <ListTable
        list={list}
        columns={columns}
        label={tFrame('pages.approvals')}
        empty={<EmptyState text={t(`empty.${view}`)} />}
        onOpen={setOpened}
        actions={(item) => <OpenButton item={item} onOpen={setOpened} />}
      />
      {opened && <ApprovalDialog item={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function OpenButton({
  item,
  onOpen,
}: {
  readonly item: ApprovalJson
  readonly onOpen: (item: ApprovalJson) => void
}) {
  const { t } = useTranslation('approvals')
  const isTheirs = item.may_decide && item.approval_bar !== 'one_person'
  const subject = subjectOf(item)
  const kind = t(`kind.${item.kind}`)
  const what = subject === undefined ? kind : t('kindOf', { kind, subject })
  const named = { what, name: item.requested_by.name }
  return (
    <Button
      size="compact-xs"
      h={24}
      variant="default"
      aria-label={t(isTheirs ? 'openNamed' : 'seeNamed', named)}
      onClick={() => onOpen(item)}
    >
      {t(isTheirs ? 'open' : 'see')}
    </Button>
  )
}

/** The view is in the address; changing it drops the cursor of the other list. */
function useView(): readonly [View, (view: View) => void] {
  const [params, setParams] = useSearchParams()
  const view = params.get('state') === 'past' ? 'past' : 'pending'
  const choose = (next: View) => setParams(next === 'past' ? { state: next } : {})
  return [view, choose]
}
