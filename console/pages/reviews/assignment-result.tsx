// What became of the reviews that a lead assigned or released: how many changed, which were left and why.

import { Anchor, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AssignmentJson } from '../../../server/reviews/review-json.ts'
import { shortId } from '../../frame/parts/short-id.ts'

interface AssignmentResultProps {
  readonly kind: 'assign' | 'release'
  readonly result: AssignmentJson & { readonly done: number }
  readonly total: number
}

/** Longer lists end with a count. */
const namedMax = 10

export function AssignmentResult({ kind, result, total }: AssignmentResultProps) {
  const { t } = useTranslation('reviews')
  const { changed, left, done } = result
  const named = left.slice(0, namedMax)
  return (
    <Stack gap={4} role="status">
      <Text fw={500}>
        {t(kind === 'assign' ? 'bulk.assigned' : 'bulk.released', { count: changed })}
      </Text>
      {done < total && <Text size="sm">{t('bulk.stopped')}</Text>}
      {left.length > 0 && <Text size="sm">{t('bulk.left', { count: left.length })}</Text>}
      <List size="sm">
        {named.map(({ id, verification_id: verification, why }) => (
          <List.Item key={id}>
            {verification === null ? (
              <span className="svc-mono">{id}</span>
            ) : (
              <Anchor
                component={Link}
                to={`/verifications/${verification}?tab=review`}
                size="sm"
                className="svc-mono"
              >
                {shortId(verification)}
              </Anchor>
            )}
            {` · ${t(`bulk.why.${why}`)}`}
          </List.Item>
        ))}
      </List>
      {left.length > namedMax && (
        <Text size="sm">{t('bulk.more', { count: left.length - namedMax })}</Text>
      )}
    </Stack>
  )
}
