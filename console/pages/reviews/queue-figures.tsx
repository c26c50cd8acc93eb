// Figures of the queue: waiting, by age, and closed since the start of the reader's day.

import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ReviewCountsJson } from '../../../server/reviews/review-json.ts'
import { useRead } from '../../api/use-api.ts'
import { AgoText } from '../../frame/parts/ago-text.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { useShow } from '../../words/show.ts'
import classes from './queue.module.css'

const readEveryMs = 30_000

export function QueueFigures({ environment }: { readonly environment: string }) {
  const [since] = useState(midnight)
  const read = useRead<ReviewCountsJson>('/reviews/counts', {
    query: { environment, since },
    everyMs: readEveryMs,
  })
  if (read.data) return <Figures counts={read.data} />
  if (read.isError) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  return <Skeleton h={132} radius="lg" />
}

function Figures({ counts }: { readonly counts: ReviewCountsJson }) {
  const { t } = useTranslation('reviews')
  const { waiting, oldest_at: oldestAt, confirmed, disputed } = counts
  const oldest =
    oldestAt === null ? (
      t('figures.none')
    ) : (
      <AgoText at={oldestAt} say={(ago) => t('figures.oldest', { ago })} />
    )
  return (
    <div className={classes.figures}>
      <dl className={classes.row}>
        <Figure name={t('figures.waiting')} value={waiting} note={oldest}>
          {counts.overdue > 0 && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {t('figures.overdue', { count: counts.overdue })}
            </Text>
          )}
        </Figure>
        <Figure name={t('figures.held')} value={counts.held} note={t('figures.heldNote')} />
        <Figure
          name={t('figures.proposed')}
          value={counts.proposed}
          note={t('figures.forMe', { count: counts.for_me })}
        >
          {counts.by_me > 0 && (
            <Anchor component={Link} to="/reviews?state=mine" size="xs">
              {t('figures.byMe', { count: counts.by_me })}
            </Anchor>
          )}
        </Figure>
        <Figure
          name={t('figures.closed')}
          value={counts.closed}
          note={t('figures.split', { confirmed, disputed })}
        />
        <Figure name={t('figures.mine')} value={counts.mine} note={t('figures.mineNote')} />
      </dl>
      <Ages ages={counts.ages} />
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: number
  readonly note: ReactNode
  readonly children?: ReactNode
}

function Figure({ name, value, note, children }: FigureProps) {
  const show = useShow()
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.value}>{show.number(value)}</span>
        <Text component="span" size="xs" c="dimmed" display="block">
          {note}
        </Text>
        {children}
      </dd>
    </div>
  )
}

const ages = ['under_day', 'one_to_three_days', 'three_to_seven_days', 'over_seven_days'] as const

/** Count and share of each age group. */
function Ages({ ages: counted }: Pick<ReviewCountsJson, 'ages'>) {
  const { t } = useTranslation('reviews')
  const show = useShow()
  const all = ages.reduce((sum, age) => sum + counted[age], 0)
  if (all === 0) return null
  const shown = ages.filter((age) => counted[age] > 0)
  return (
    <section className={classes.ages} aria-label={t('ages.title')}>
      <div className={classes.bar} aria-hidden="true">
        {shown.map((age) => (
          <span key={age} data-age={age} style={{ flexGrow: counted[age] }} />
        ))}
      </div>
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {t('ages.title')}
        </Text>
        {ages.map((age) => (
          <span key={age} className={classes.age}>
            <span className={classes.dot} data-age={age} aria-hidden="true" />
            {t(`ages.${age}`)} <strong>{show.number(counted[age])}</strong>
          </span>
        ))}
      </Group>
    </section>
  )
}

function midnight(): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  return day.toISOString()
}
