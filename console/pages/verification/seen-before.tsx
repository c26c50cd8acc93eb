// Other verifications with the same document number, or the same reference and another number, and what came of them.

import { Anchor, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type {
  SeenBeforeJson,
  SeenVerificationJson,
} from '../../../server/console-api/verifications/seen-before-json.ts'
import type { VerificationScreenJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { useRead } from '../../api/use-api.ts'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import classes from './checks.module.css'

/** Nothing where there are none. */
export function SeenBefore({ opened: { id } }: { readonly opened: VerificationScreenJson }) {
  const { t } = useTranslation('verifications')
  const read = useRead<SeenBeforeJson>(`/verifications/${id}/seen-before`)
  const { data } = read
  // Silence would say that there are none.
  if (read.isError) return <ErrorState error={read.error} onRetry={() => read.refetch()} />
  if (data === undefined || data.items.length === 0) return null
  const { items, reuse, is_more: isMore } = data
  return (
    <section className={classes.section} aria-label={t('detail.seen.title')}>
      <Title order={2} size="h3">
        {t('detail.seen.title')}
      </Title>
      {reuse !== null && (
        <Text size="sm" fw={550}>
          {t('detail.seen.reuse', { dates: reuse.birth_dates, names: reuse.names })}
        </Text>
      )}
      <ul className={classes.facts}>
        {items.map((item) => (
          <Seen key={item.id} item={item} />
        ))}
      </ul>
      {isMore && (
        <Text size="xs" c="dimmed">
          {t('detail.seen.more')}
        </Text>
      )}
    </section>
  )
}

function Seen({ item }: SeenProps) {
  const { id, status, created_at: at, external_ref: reference, match, review } = item
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const { t: tReviews } = useTranslation('reviews')
  const outcomeOf = ({ state, outcome }: NonNullable<SeenVerificationJson['review']>) => {
    if (outcome !== null) return tLabels(`reviewOutcome.${outcome}`)
    return state === 'closed' ? tReviews('quality.hidden') : t('detail.seen.reviewOpen')
  }
  return (
    <li className={classes.seen}>
      <Anchor component={Link} to={`/verifications/${id}`} size="sm">
        <Instant at={at} />
      </Anchor>
      {reference !== null && <span className={`svc-mono ${classes.reference}`}>{reference}</span>}
      <StatusBadge tone={status} label={tLabels(`status.${status}`)} />
      <Text size="sm">{t(`detail.seen.match.${match}`)}</Text>
      {review !== null && (
        <Text size="sm" c="dimmed">
          {outcomeOf(review)}
        </Text>
      )}
    </li>
  )
}

interface SeenProps {
  readonly item: SeenVerificationJson
}
