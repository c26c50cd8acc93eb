// API keys of one environment: list, create, rotate, revoke.

import { Button, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedKeyJson } from '../../../server/console-api/keys/listed-key-json.ts'
import { useMay } from '../../api/session.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { ListTable } from '../../frame/lists/list-table.tsx'
import { OneRowNotice } from '../../frame/lists/one-row-notice.tsx'
import { useListOrOne } from '../../frame/lists/use-list-or-one.ts'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { useKeyColumns } from './key-columns.tsx'
import classes from './keys.module.css'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'
import { ScopesPanel } from './scopes-panel.tsx'

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly item: ListedKeyJson }

export function KeysPage() {
  const { t } = useTranslation('keys')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const mayManage = useMay()('keys.manage')
  const { list, one, showAll } = useListOrOne<ListedKeyJson>('/keys', { environment })
  useEnvironmentOf(one, showAll)
  const columns = useKeyColumns()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const create = mayManage && (
    <Button onClick={() => setOpen({ kind: 'create' })}>{t('create.open')}</Button>
  )
  return (
    <Stack gap="lg">
      <div>
        <PageHeader title={tFrame('pages.keys')} text={t('text')} actions={create} />
        <OneRowNotice showAll={showAll} />
        <ListTable
          list={list}
          columns={columns}
          label={tFrame('pages.keys')}
          empty={<EmptyState text={t(`empty.${environment}`)} />}
          {...(mayManage
            ? {
                actions: (item: ListedKeyJson) => <Actions item={item} onOpen={setOpen} />,
              }
            : {})}
        />
      </div>
      <ScopesPanel />
      <Dialogs open={open} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

/** The page goes to the environment of a key that is shown alone; choosing the other one shows all keys of that. */
function useEnvironmentOf(one: ListedKeyJson | undefined, showAll: (() => void) | undefined): void {
  const { environment, choose } = useEnvironment()
  const follow = useEffectEvent(() => {
    if (one !== undefined) choose(one.environment)
  })
  const leave = useEffectEvent(() => {
    if (one !== undefined && one.environment !== environment) showAll?.()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another key is shown alone
  useEffect(() => follow(), [one?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another environment is chosen
  useEffect(() => leave(), [environment])
}

/** Remounted for each key, so that no state carries over to the next. */
function Dialogs({
  open,
  onClose,
}: {
  readonly open: Open | undefined
  readonly onClose: () => void
}) {
  switch (open?.kind) {
    case undefined:
      return null
    case 'create':
      return <CreateKeyDialog onClose={onClose} />
    case 'rotate':
      return <RotateKeyDialog item={open.item} onClose={onClose} />
    case 'revoke':
      return <RevokeKeyDialog item={open.item} onClose={onClose} />
  }
}

interface ActionsProps {
  readonly item: ListedKeyJson
  readonly onOpen: (open: Open) => void
}

function Actions({ item, onOpen }: ActionsProps) {
  const { t } = useTranslation('keys')
  const isWaiting = item.status === 'awaiting_approval'
  if (item.status !== 'active' && !isWaiting) return null
  return (
    <div className={classes.actions}>
      {/* Of a rotated key, the successor is the one to rotate. */}
      {!item.is_rotated && !isWaiting && (
        <Button
          size="compact-xs"
          h={24}
          variant="default"
          aria-label={t('rotate.openNamed', { name: item.name })}
          onClick={() => onOpen({ kind: 'rotate', item })}
        >
          {t('rotate.open')}
        </Button>
      )}
      <Button
        size="compact-xs"
        h={24}
        variant="default"
        aria-label={t('revoke.openNamed', { name: item.name })}
        onClick={() => onOpen({ kind: 'revoke', item })}
      >
        {t('revoke.open')}
      </Button>
    </div>
  )
}
