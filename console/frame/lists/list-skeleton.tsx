// Skeleton of a list while it loads.

import { Group, Skeleton, Stack } from '@mantine/core'
import classes from './list-table.module.css'

interface ListSkeletonProps {
  /** Number of columns that the window has room for. */
  readonly columns: number
  readonly label: string
  readonly rows?: number
}

export function ListSkeleton({ columns, label, rows = 8 }: ListSkeletonProps) {
  return (
    <section className={classes.frame} aria-label={label} aria-busy="true">
      <Stack gap={0} p="md">
        {Array.from({ length: rows }, (_, row) => (
          <Group key={`row-${row.toString()}`} gap="lg" h={40} wrap="nowrap">
            {Array.from({ length: columns }, (_, column) => (
              <Skeleton key={`cell-${column.toString()}`} h={12} flex={column === 0 ? 2 : 1} />
            ))}
          </Group>
        ))}
      </Stack>
    </section>
  )
}
