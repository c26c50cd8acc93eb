// The rest of an entry, folded: what more was recorded, from where it was asked for, its place in the chain; and
// the way to everything else of the same actor or subject.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useSeparatorName } from '../../frame/csv/separator.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { languageNames } from '../../words/language.ts'
import { useShow } from '../../words/show.ts'
import { purposes } from '../verifications/purposes.ts'
import classes from './audit.module.css'
import { useFilterWords } from './filter-words.ts'
import { type AuditFilter, isIdText } from './use-audit-filter.ts'

export interface EntryDetailsProps {
  readonly item: AuditEntryJson
  readonly filter: AuditFilter
}

export function EntryDetails({ item, filter }: EntryDetailsProps) {
  const { t } = useTranslation('audit')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('details')}</summary>
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
  const { client_address: address, request_id: requestId } = item
  return (
    <dl className={classes.facts}>
      {detailNames.map((name) => {
        const shown = detailOf(item, name)
        return shown === undefined ? null : (
          <Fact key={name} name={t(`detail.${name}`)}>
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

type Details = AuditEntryJson['details']
type DetailName = keyof Details

/** In the order in which they are shown. The type checker holds it against the server's. */
const detailNames = Object.keys({
  environment: true,
  role: true,
  previous_role: true,
  factor: true,
  reason: true,
  permission: true,
  decision: true,
  format: true,
  separator: true,
  language: true,
  filters: true,
  personal: true,
  picture: true,
  size: true,
  changed: true,
  count: true,
  sequence: true,
  expires_at: true,
  result_id: true,
  delivery_id: true,
  hash: true,
} satisfies Record<DetailName, true>) as readonly DetailName[]

/** Closed words that have a name of their own are told by it; the rest as they are. */
function useDetail(): (item: AuditEntryJson, name: DetailName) => ReactNode {
  const { t } = useTranslation('audit')
  const { t: tFrame } = useTranslation('frame')
  const { t: tCases } = useTranslation('cases')
  const show = useShow()
  const filterWords = useFilterWords()
  const separatorName = useSeparatorName()
  return ({ details }, name) => {
    const value = details[name]
    if (value === undefined) return undefined
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') {
      return name === 'expires_at' ? (
        <Instant at={new Date(value).toISOString()} />
      ) : (
        show.number(value)
      )
    }
    if (name === 'filters') return filterWords(details.filters ?? [])
    if (typeof value !== 'string') return <span className="svc-mono">{value.join(', ')}</span>
    if (name === 'role' || name === 'previous_role') return roleOf(value)
    if (value === 'password' || value === 'totp' || value === 'recovery_code') {
      return tFrame(`proof.label.${value}`)
    }
    if (value === 'csv' || value === 'pdf') return t(`formats.${value}`)
    if (value === 'comma' || value === 'semicolon') return separatorName(value)
    if (value === 'en' || value === 'fr') return languageNames[value]
    const purpose = purposes.find((one) => name === 'reason' && one === value)
    if (purpose !== undefined) return tCases(`list.purpose.${purpose}`)
    if (value === 'live' || value === 'sandbox') return tFrame(`environment.${value}`)
    if (isIdText(value) || name === 'hash') return <IdText id={value} isShort />
    return <span className="svc-mono">{value}</span>
  }

  function roleOf(value: string): string {
    const roles = ['administrator', 'reviewer', 'developer', 'auditor'] as const
    const role = roles.find((one) => one === value)
    return role === undefined ? value : tFrame(`roles.${role}`)
  }
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
