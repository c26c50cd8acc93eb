// The unfolded part of an entry: further details, origin, place in the chain, and links to filter
// by its actor or subject.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useMay } from '../../api/session.ts'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { IdLink } from '../../frame/parts/id-link.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { useShow } from '../../words/show.ts'
import classes from './audit.module.css'
import { useCount } from './count-words.ts'
import {
  type DetailName,
  detailNames,
  useAuditCodeWord,
  useDetailName,
  useTold,
} from './detail-words.ts'
import { useFilterWords } from './filter-words.ts'
import { isIdText } from './id-shape.ts'
import type { AuditFilterState } from './use-audit-filter.ts'

interface EntryDetailsProps {
  readonly item: AuditEntryJson
  readonly filter: AuditFilterState
}

export function AuditEntryDetails({ item, filter }: EntryDetailsProps) {
  const { t } = useTranslation('audit')
  const [isOpen, setOpen] = useState(false)
  const told = useTold()(item)
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {told === '' ? (
          t('details')
        ) : (
          <>
            <span className="svc-unseen">{t('details')} </span>
            {told}
          </>
        )}
      </summary>
      {isOpen && (
        <>
          <Facts item={item} />
          <OnlyThese item={item} filter={filter} />
        </>
      )}
    </details>
  )
}

function Facts({ item }: { readonly item: AuditEntryJson }) {
  const { t } = useTranslation('audit')
  const show = useShow()
  const detailOf = useDetail()
  const nameOf = useDetailName()
  const { client_address: address, request_id: requestId } = item
  return (
    <dl className={classes.facts}>
      {detailNames.map((name) => {
        const shown = detailOf(item, name)
        return shown === undefined ? null : (
          <Fact key={name} name={nameOf(item.action, name)}>
            {shown}
          </Fact>
        )
      })}
      {address !== null && <Fact name={t('fact.address')}>{address}</Fact>}
      {requestId !== null && (
        <Fact name={t('fact.request')}>
          <IdText id={requestId} isShort />
        </Fact>
      )}
      <Fact name={t('fact.sequence')}>{show.number(item.sequence)}</Fact>
      <Fact name={t('fact.utc')}>{show.utc(item.at)}</Fact>
      <Fact name={t('fact.hash')}>
        <IdText id={item.hash} isShort />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const instants: ReadonlySet<DetailName> = new Set([
  'expires_at',
  'since',
  'former_since',
  'done_at',
])

/** Shows codes as text, followed by the code itself for comparison with logs. */
function useDetail(): (item: AuditEntryJson, name: DetailName) => ReactNode {
  const { t } = useTranslation('audit')
  const show = useShow()
  const wordOf = useAuditCodeWord()
  const countOf = useCount()
  const filterWords = useFilterWords()
  return ({ action, details, subject }, name) => {
    const value = details[name]
    if (value === undefined) return undefined
    if (name === 'unrestricted') return t(value ? 'flag.yes' : 'flag.no')
    if (typeof value === 'boolean') return t(value ? 'personal.with' : 'personal.without')
    if (typeof value === 'number') {
      if (name === 'count') return countOf(action, value)
      if (!instants.has(name)) return show.number(value)
      return <Instant at={new Date(value).toISOString()} />
    }
    if (name === 'filters') return filterWords(details.filters ?? [])
    if (typeof value !== 'string' && action === 'settings.changed') {
      return <SettingNames names={value} />
    }
    if (typeof value !== 'string') {
      return show.list(value.map((code) => wordOf(action, name, code)))
    }
    if (isIdText(value)) return <IdLink id={value} ofId={subject?.id} />
    if (name === 'hash') return <IdText id={value} isShort />
    return <span title={value}>{wordOf(action, name, value)}</span>
  }
}

/** Each leads to its row on the System page, for users who may open it. */
function SettingNames({ names }: { readonly names: readonly string[] }) {
  const may = useMay()
  if (!may('system.read')) return <CodeList codes={names} />
  return <CodeList codes={names} show={(name) => <SettingLink name={name} />} />
}

function SettingLink({ name }: { readonly name: string }) {
  return (
    <Link to={`/system?setting=${encodeURIComponent(name)}`} className={classes.link}>
      {name}
    </Link>
  )
}

function OnlyThese({ item: { actor, subject }, filter }: EntryDetailsProps) {
  const { t } = useTranslation('audit')
  const only = (name: 'actor' | 'subject', id: string | null | undefined) =>
    isIdText(id ?? undefined) &&
    filter.values[name] !== id && (
      <Button
        key={name}
        size="compact-xs"
        h={24}
        variant="default"
        onClick={() => filter.set(name, id ?? undefined)}
      >
        {t(`only.${name}`)}
      </Button>
    )
  return (
    <Group gap={6} mt={8}>
      {only('actor', actor.id)}
      {only('subject', subject?.id)}
    </Group>
  )
}
