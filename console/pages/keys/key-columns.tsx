// Columns of the list of API keys.

import { Box, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { KeyJson } from '../../../server/api/keys/key-api.ts'
import type { ListedKeyJson } from '../../../server/console-api/keys/listed-key-json.ts'
import { keyExpiresSoonMs } from '../../../server/keys/key-expiry.ts'
import type { Column } from '../../frame/lists/list-table.tsx'
import narrow from '../../frame/lists/narrow.module.css'
import { DisclosedInstant } from '../../frame/parts/disclosed-instant.tsx'
import { DisclosedText } from '../../frame/parts/disclosed-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import type { StatusTone } from '../../frame/status-colours.ts'
import { useShow } from '../../words/show.ts'
import { scopesInOrder, usualScopes } from './key-scopes.ts'
import classes from './keys.module.css'
import { LastUsed } from './last-used.tsx'

const tones: Readonly<Record<KeyJson['status'], StatusTone>> = {
  active: 'approved',
  awaiting_approval: 'pending',
  revoked: 'declined',
  expired: 'neutral',
}

export function useKeyColumns(): readonly Column<ListedKeyJson>[] {
  const { t } = useTranslation('keys')
  return [
    {
      id: 'name',
      title: t('columns.name'),
      show: (item) => <Name item={item} />,
    },
    {
      id: 'status',
      title: t('columns.status'),
      show: (item) => <Status item={item} />,
      width: 110,
      fromWidth: 700,
    },
    {
      id: 'scopes',
      title: t('columns.scopes'),
      show: (item) => <Scopes item={item} />,
      width: 156,
      fromWidth: 1000,
    },
    {
      id: 'expires',
      title: t('columns.expires'),
      show: (item) =>
        item.expires_at === null ? (
          t('expiry.never')
        ) : (
          <>
            <Instant at={item.expires_at} />
            {expiresSoon(item) && <Soon />}
          </>
        ),
      width: 150,
      fromWidth: 900,
    },
    {
      id: 'used',
      title: t('columns.used'),
      show: (item) =>
        item.last_used_at === null ? t('unused') : <DisclosedInstant at={item.last_used_at} />,
      width: 150,
      fromWidth: 900,
    },
  ]
}

/** One word for the standard scopes; the full list on a press and for screen readers. */
function Scopes({ item: { scopes } }: { readonly item: KeyJson }) {
  const { t } = useTranslation('keys')
  const show = useShow()
  const [only] = scopes
  if (scopes.length === 1) return <span className="svc-mono">{only}</span>
  const list = show.codes(scopes)
  return (
    <DisclosedText text={list} isCode>
      {scopesInWords(scopes, t)}
      <span className="svc-unseen">: {list}</span>
    </DisclosedText>
  )
}

function scopesInWords(given: KeyJson['scopes'], t: TFunction<'keys'>): string {
  if (given.length === scopesInOrder.length) return t('scopes.all')
  const isUsual =
    given.length === usualScopes.length && usualScopes.every((scope) => given.includes(scope))
  return isUsual ? t('scopes.usual') : t('scopes.count', { count: given.length })
}

interface ExpiryProps {
  readonly item: ListedKeyJson
}

/** In narrow windows it also holds the values of hidden columns. */
function Name({ item }: ExpiryProps) {
  const { t } = useTranslation('keys')
  const show = useShow()
  const { length } = item.allowed_cidrs
  return (
    <>
      <Text component="span" size="sm" fw={500} display="block" className="svc-typed">
        {item.name}
      </Text>
      <Text component="span" c="dimmed" className="svc-mono" display="block">
        <Hint text={item.hint} />
      </Text>
      {length > 0 && (
        <Text component="span" size="xs" c="dimmed" display="block">
          <DisclosedText text={show.codes(item.allowed_cidrs)} isCode>
            {t('limited', { count: length })}
          </DisclosedText>
        </Text>
      )}
      {item.created_by_key !== undefined && (
        <Text component="span" size="xs" c="dimmed" display="block">
          <DisclosedText text={item.created_by_key} isCode>
            {t('madeByKey')}
          </DisclosedText>
        </Text>
      )}
      {item.unrestricted && (
        <Text component="span" size="xs" c="dimmed" display="block">
          {t('unrestricted')}
        </Text>
      )}
      <Box mt={4} className={narrow.until700 ?? ''}>
        <Status item={item} />
      </Box>
      <Text component="span" size="xs" c="dimmed" className={narrow.until1000 ?? ''}>
        <Scopes item={item} />
      </Text>
      <Text component="span" size="xs" c="dimmed" className={narrow.until900 ?? ''}>
        <Expiry item={item} />
      </Text>
      <Text component="span" size="xs" c="dimmed" className={narrow.until900 ?? ''}>
        <LastUsed item={item} isRelative />
      </Text>
    </>
  )
}

function Expiry({ item }: ExpiryProps) {
  const { t } = useTranslation('keys')
  const { expires_at: at } = item
  if (at === null) return t('expiry.neverExpires')
  return (
    <>
      {t('columns.expires')} <Instant at={at} />
      {expiresSoon(item) && <Soon />}
    </>
  )
}

/** The overview asks for attention to these: not to rotated ones, which end on purpose. */
function expiresSoon({ status, expires_at: at, is_rotated: isRotated }: ListedKeyJson): boolean {
  const isSoon = at !== null && Date.parse(at) - Date.now() <= keyExpiresSoonMs
  return status === 'active' && isSoon && !isRotated
}

function Soon() {
  const { t } = useTranslation('keys')
  return (
    <Text component="span" size="xs" display="block" c="var(--svc-error)">
      {t('expiry.soon')}
    </Text>
  )
}

function Status({ item: { status } }: { readonly item: KeyJson }) {
  const { t } = useTranslation('keys')
  return <StatusBadge tone={tones[status]} label={t(`status.${status}`)} />
}

/** `svc_live_AbCd…WxYz`, wrapping before the part that differs between keys. */
function Hint({ text }: { readonly text: string }) {
  const at = text.lastIndexOf('_') + 1
  return [text.slice(0, at), text.slice(at)].map((part) => (
    <span key={part} className={classes.unbroken}>
      {part}
    </span>
  ))
}
