// Table of a paged list, with its loading, empty and error states. `j` and `k` move between rows,
// Enter opens one.

import { Button, Checkbox, Group, Table } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { List } from '../../api/use-api.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import classes from './list-table.module.css'
import { useThisAsPreviousList } from './previous-list.ts'
import { useListWidth } from './use-list-width.ts'
import { useRowReturn } from './use-opened-row.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface Column<Item> {
  readonly id: string
  readonly title: string
  readonly show: (item: Item) => ReactNode
  readonly width?: number
  /** `end` for numbers. */
  readonly align?: 'end'
  /** Hidden in windows narrower than this, in pixels. */
  readonly fromWidth?: number
}

interface ListTableProps<Item extends { readonly id: string }> {
  readonly list: List<Item>
  /** The first column holds the name of the item, and its link if it has one. */
  readonly columns: readonly Column<Item>[]
  /** Accessible name of the table. */
  readonly label: string
  /** Address that a row links to. */
  readonly linkOf?: (item: Item) => string
  /** Opens an item that has no address, by click or Enter, as one of its row's buttons does. */
  readonly onOpen?: (item: Item) => void
  /** Buttons at the end of a row; the page of the item, if there is one, has them too. */
  readonly actions?: (item: Item) => ReactNode
  /** Shown instead of an empty table. */
  readonly empty: ReactNode
  /** Puts a checkbox before each row, and one for all of them above. */
  readonly selection?: RowSelection<Item> | undefined
}

interface RowSelection<Item> {
  has(id: string): boolean
  set(ids: readonly string[], isSelected: boolean): void
  /** Accessible names of the checkboxes. */
  readonly labelOf: (item: Item) => string
  readonly labelOfAll: string
}

export function ListTable<Item extends { readonly id: string }>(props: ListTableProps<Item>) {
  const { list, columns, label, empty } = props
  const { read, items, paging } = list
  const shown = useShownColumns(columns)
  const frame = useRef<HTMLElement>(null)
  useRowKeys(frame)
  const onOpened = useRowReturn(frame, items)
  if (read.isPending) return <ListSkeleton columns={shown.length} label={label} />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  if (items.length === 0 && paging.isFirst) return <div className={classes.frame}>{empty}</div>
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={label}
      aria-busy={read.isFetching}
      data-former={read.isPlaceholderData || undefined}
    >
      <Rows {...props} columns={shown} onOpened={onOpened} />
      <PageTurner paging={paging} />
    </section>
  )
}

function useShownColumns<Item>(columns: readonly Column<Item>[]): readonly Column<Item>[] {
  const width = useListWidth()
  return columns.filter(({ fromWidth = 0 }) => width >= fromWidth)
}

type RowsProps<Item extends { readonly id: string }> = ListTableProps<Item> & {
  /** Called before a row opens. */
  readonly onOpened: (id: string) => void
}

/** Narrower windows show row buttons only if the item has no page of its own. */
const roomyFrom = 900
/** Narrower windows have no room for checkboxes. */
const selectableFrom = 600

function Rows<Item extends { readonly id: string }>(given: RowsProps<Item>) {
  const { t } = useTranslation('frame')
  const width = useListWidth()
  const { actions: offered, selection, ...rest } = given
  const props = { ...rest, selection: width >= selectableFrom ? selection : undefined }
  const { list, columns, linkOf } = props
  const actions = linkOf === undefined || width >= roomyFrom ? offered : undefined
  return (
    <Table fz={13} verticalSpacing={6} horizontalSpacing="md">
      <Table.Thead className={classes.head ?? ''}>
        <Table.Tr>
          {props.selection && <AllCell selection={props.selection} items={list.items} />}
          {columns.map(({ id, title, align, width }) => (
            <Table.Th key={id} ta={align ?? 'start'} {...(width === undefined ? {} : { w: width })}>
              {title}
            </Table.Th>
          ))}
          {actions && (
            <Table.Th>
              <span className="svc-unseen">{t('list.actions')}</span>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.items.map((item) => (
          <Row key={item.id} {...props} {...(actions && { actions })} item={item} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface AllCellProps<Item> {
  readonly selection: RowSelection<Item>
  readonly items: readonly Item[]
}

/** Selects all rows of the page. */
function AllCell<Item extends { readonly id: string }>({ selection, items }: AllCellProps<Item>) {
  const ids = items.map(({ id }) => id)
  const count = ids.filter((id) => selection.has(id)).length
  return (
    <Table.Th w={36} className={classes.ticked ?? ''}>
      <Checkbox
        size="xs"
        classNames={{ inner: classes.box ?? '', label: classes.tick ?? '' }}
        label={<span className="svc-unseen">{selection.labelOfAll}</span>}
        checked={count === ids.length}
        indeterminate={count > 0 && count < ids.length}
        onChange={(event) => selection.set(ids, event.currentTarget.checked)}
      />
    </Table.Th>
  )
}

type RowProps<Item extends { readonly id: string }> = RowsProps<Item> & {
  readonly item: Item
}

/** A click anywhere opens the row; the keyboard uses its name. */
function Row<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, columns, linkOf, onOpen, actions, selection, onOpened } = props
  const navigate = useNavigate()
  const state = useThisAsPreviousList()
  const open = () => (linkOf ? void navigate(linkOf(item), { state }) : onOpen?.(item))
  return (
    <Table.Tr
      className={classes.row ?? ''}
      {...((linkOf ?? onOpen) && {
        'data-opens': true,
        onClick: (event: MouseEvent<HTMLElement>) => {
          const isElse = isMeantForElse(event)
          if (!isElse || isOnLink(event)) onOpened(item.id)
          if (!isElse) open()
        },
      })}
    >
      {selection && (
        <Table.Td className={classes.ticked ?? ''}>
          <Checkbox
            size="xs"
            classNames={{ inner: classes.box ?? '', label: classes.tick ?? '' }}
            label={<span className="svc-unseen">{selection.labelOf(item)}</span>}
            checked={selection.has(item.id)}
            onChange={(event) => selection.set([item.id], event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      {columns.map(({ id, show, align }, index) => (
        <Table.Td key={id} ta={align ?? 'start'}>
          {index > 0 ? show(item) : <Name {...props} />}
        </Table.Td>
      ))}
      {actions && (
        <Table.Td ta="end">
          <div className={classes.actions}>{actions(item)}</div>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** A row without a link can still be focused with `j` and `k`, and Enter opens it if it has something to open. */
function Name<Item extends { readonly id: string }>(props: RowProps<Item>) {
  const { item, columns, linkOf, onOpen } = props
  const state = useThisAsPreviousList()
  const shown = columns[0]?.show(item)
  if (linkOf === undefined) {
    return (
      <div
        tabIndex={-1}
        data-row-link={item.id}
        className={classes.stop}
        {...(onOpen && {
          onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && onOpen(item),
        })}
      >
        {shown}
      </div>
    )
  }
  return (
    <Link to={linkOf(item)} state={state} className={classes.link} data-row-link={item.id}>
      {shown}
    </Link>
  )
}

/** Clicks on links and buttons in the row, and text selections, do not open it. */
function isMeantForElse({ target }: MouseEvent<HTMLElement>): boolean {
  const isOnControl =
    target instanceof Element && target.closest('a, button, input, label') !== null
  return isOnControl || (getSelection()?.isCollapsed ?? true) === false
}

/** Whichever link of a row was followed, going back returns to that row. */
function isOnLink({ target }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && target.closest('a') !== null
}

function PageTurner({ paging }: { readonly paging: List<unknown>['paging'] }) {
  const { t } = useTranslation('frame')
  const { nextCursor } = paging
  if (paging.isFirst && nextCursor === undefined) return null
  return (
    <Group justify="flex-end" gap="xs" className={classes.turner}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChevronLeft size={14} aria-hidden className="svc-points" />}
        disabled={paging.isFirst}
        onClick={() => paging.goBack()}
      >
        {t('list.newer')}
      </Button>
      <Button
        size="xs"
        variant="default"
        rightSection={<IconChevronRight size={14} aria-hidden className="svc-points" />}
        disabled={nextCursor === undefined}
        onClick={() => nextCursor !== undefined && paging.goOn(nextCursor)}
      >
        {t('list.older')}
      </Button>
    </Group>
  )
}
