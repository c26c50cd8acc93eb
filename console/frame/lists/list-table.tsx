// A list of things, page by page: what each row says, the link that opens it, and what is shown while it is
// read, when it is empty, and when it cannot be read. `j` and `k` move from row to row, Enter opens.

import 'mantine-datatable/styles.css'
import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { List } from '../../api/use-api.ts'
import { ErrorState } from '../parts/error-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import classes from './list-table.module.css'
import { useRowKeys } from './use-row-keys.ts'

export interface Column<Item> {
  readonly id: string
  readonly title: string
  readonly show: (item: Item) => ReactNode
  readonly width?: number
  /** Numbers stand at the end. */
  readonly align?: 'end'
  /** Left out in windows narrower than this many pixels. */
  readonly fromWidth?: number
}

export interface ListTableProps<Item extends { readonly id: string }> {
  readonly list: List<Item>
  /** The first is the thing's name, and its link where there is one. */
  readonly columns: readonly Column<Item>[]
  /** What the table is a list of, for screen readers. */
  readonly label: string
  /** Where a row leads. */
  readonly linkOf?: (item: Item) => string
  /** Buttons at the end of a row. */
  readonly actions?: (item: Item) => ReactNode
  /** Shown in the place of an empty table. */
  readonly empty: ReactNode
}

export function ListTable<Item extends { readonly id: string }>(props: ListTableProps<Item>) {
  const { list, columns, label, empty } = props
  const frame = useRef<HTMLElement>(null)
  useRowKeys(frame)
  const { read, items, paging } = list
  if (read.isPending) return <ListSkeleton columns={columns.length} label={label} />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  if (items.length === 0 && paging.isFirst) return <div className={classes.frame}>{empty}</div>
  return (
    <section ref={frame} className={classes.frame} aria-label={label} aria-busy={read.isFetching}>
      <Rows {...props} />
      <PageTurner paging={paging} />
    </section>
  )
}

function Rows<Item extends { readonly id: string }>(props: ListTableProps<Item>) {
  const { list, columns, linkOf, actions } = props
  const { t } = useTranslation('frame')
  const navigate = useNavigate()
  const shown = columns.map((column, index) =>
    toDataColumn(column, index === 0 ? linkOf : undefined),
  )
  const last: DataTableColumn<Item>[] = actions
    ? [
        {
          accessor: 'svc-actions',
          title: <span className="svc-unseen">{t('list.actions')}</span>,
          textAlign: 'right',
          render: (item) => <div className={classes.actions}>{actions(item)}</div>,
        },
      ]
    : []
  return (
    <DataTable
      records={[...list.items]}
      columns={[...shown, ...last]}
      idAccessor="id"
      highlightOnHover
      withRowBorders
      borderColor="var(--svc-line)"
      rowBorderColor="var(--svc-line)"
      minHeight={0}
      verticalSpacing={6}
      horizontalSpacing="md"
      fz={13}
      rowClassName={linkOf === undefined ? (classes.row ?? '') : `${classes.row} ${classes.opens}`}
      {...(linkOf === undefined
        ? {}
        : { onRowClick: ({ record }: { readonly record: Item }) => navigate(linkOf(record)) })}
    />
  )
}

function toDataColumn<Item extends { readonly id: string }>(
  { id, title, show, width, align, fromWidth }: Column<Item>,
  linkOf: ((item: Item) => string) | undefined,
): DataTableColumn<Item> {
  return {
    accessor: id,
    title,
    ...(width === undefined ? {} : { width }),
    ...(align === undefined ? {} : { textAlign: 'right' }),
    ...(fromWidth === undefined ? {} : { visibleMediaQuery: () => `(min-width: ${fromWidth}px)` }),
    render: (item) =>
      linkOf === undefined ? (
        show(item)
      ) : (
        <Link
          to={linkOf(item)}
          className={classes.link}
          data-row-link
          onClick={(event) => event.stopPropagation()}
        >
          {show(item)}
        </Link>
      ),
  }
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
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={paging.isFirst}
        onClick={() => paging.goBack()}
      >
        {t('list.newer')}
      </Button>
      <Button
        size="xs"
        variant="default"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={nextCursor === undefined}
        onClick={() => nextCursor !== undefined && paging.goOn(nextCursor)}
      >
        {t('list.older')}
      </Button>
    </Group>
  )
}
