// Skeleton of the overview while it loads.

import { Skeleton } from '@mantine/core'
import figures from './figures.module.css'
import classes from './overview.module.css'

const cells = ['one', 'two', 'three', 'four', 'five', 'six'] as const

export function OverviewSkeleton({ label }: { readonly label: string }) {
  return (
    <section aria-busy="true" aria-label={label}>
      <div className={figures.row}>
        {cells.map((cell) => (
          <div key={cell} className={figures.cell}>
            <Skeleton h={14} w="60%" mb={12} />
            <Skeleton h={28} w="40%" mb={12} />
            <Skeleton h={34} />
          </div>
        ))}
      </div>
      <div className={classes.pair} style={{ marginBlockStart: 24 }}>
        <Skeleton h={340} radius={10} />
        <Skeleton h={340} radius={10} />
      </div>
    </section>
  )
}
