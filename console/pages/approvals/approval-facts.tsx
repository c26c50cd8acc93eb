// The facts of an approval request: what the approver agrees to.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalJson } from '../../../server/approvals/approval-json.ts'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { Facts } from '../../frame/parts/facts.tsx'
import { IdLink } from '../../frame/parts/id-link.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { countryNames } from '../../words/formats.ts'
import { useShow } from '../../words/show.ts'
import { useAuditCodeWord } from '../audit/detail-words.ts'
import { useFilterWords } from '../audit/filter-words.ts'

type FactsOf<Item> = Item extends { readonly facts: infer Facts } ? keyof Facts : never
type FactName = FactsOf<ApprovalJson>

export function ApprovalFactList({ item }: { readonly item: ApprovalJson }) {
  const { t } = useTranslation('approvals')
  const factOf = useFact()
  const facts = Object.entries(item.facts) as readonly (readonly [FactName, unknown])[]
  return <Facts facts={facts.map(([name, value]) => [t(`fact.${name}`), factOf(name, value)])} />
}

function useFact(): (name: FactName, value: unknown) => ReactNode {
  const { t, i18n } = useTranslation('approvals')
  const { t: tLabels } = useTranslation('labels')
  const { t: tFrame } = useTranslation('frame')
  const wordOf = useAuditCodeWord()
  const show = useShow()
  const filterWords = useFilterWords()
  return (name, value) => {
    const list = Array.isArray(value) ? value.map(String) : []
    switch (name) {
      case 'environment':
        return tFrame(value === 'sandbox' ? 'environment.sandbox' : 'environment.live')
      case 'scopes':
        return <CodeList codes={list} />
      case 'allowed_cidrs':
        if (list.length === 0) return t('anywhere')
        return <CodeList codes={list} />
      case 'expires_at':
        return typeof value === 'string' ? <Instant at={value} /> : t('never')
      case 'previous_url':
        if (value === null) return t('newWebhook')
        return <span className="svc-mono">{String(value)}</span>
      case 'url':
        return <span className="svc-mono">{String(value)}</span>
      case 'rotated_from':
        return <IdText id={String(value)} isShort />
      case 'unrestricted':
        return t('anyScope')
      case 'verification_id':
        return <IdLink id={String(value)} isWhole />
      case 'country':
        return countryNames(i18n.language).of(String(value))
      case 'status':
        return tLabels(`status.${value as 'approved'}`)
      case 'reason':
        return tLabels(`erasureReason.${value as 'subject_request'}`)
      case 'ground':
        return t(`ground.${value as 'aml_sn'}`)
      case 'floor_ended_at':
        return typeof value === 'string' ? <Instant at={value} /> : t('noFloor')
      case 'filters':
        return list.length === 0 ? t('everything') : filterWords(list)
      case 'rows':
        return show.number(Number(value))
      case 'purpose':
        return wordOf('verification.exported', 'reason', String(value))
      case 'role':
      case 'previous_role':
        if (value === null) return t('newAccount')
        return wordOf('user.role_changed', name, String(value))
      default:
        return String(value)
    }
  }
}
