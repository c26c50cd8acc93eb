// Names and values of audit details as text. The log stores closed codes; their text may depend on
// the action.

import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { isPermission, permissionTable } from '../../../server/users/role.ts'
import { languageOf } from '../../words/languages.ts'
import { useShow } from '../../words/show.ts'
import { useCount } from './count-words.ts'
import { isIdText } from './id-shape.ts'

type Details = AuditEntryJson['details']
type Action = AuditEntryJson['action']
export type DetailName = keyof Details

/** In display order. Typed against the server's list. */
export const detailNames = Object.keys({
  count: true,
  networks: true,
  since: true,
  decision: true,
  reason: true,
  permission: true,
  role: true,
  previous_role: true,
  factor: true,
  unusual: true,
  link_made_by: true,
  image: true,
  size: true,
  format: true,
  separator: true,
  language: true,
  filters: true,
  personal: true,
  changed: true,
  environment: true,
  sequence: true,
  scopes: true,
  allowed_cidrs: true,
  unrestricted: true,
  made_by: true,
  approval: true,
  approval_kind: true,
  about: true,
  requested_by: true,
  decided_by: true,
  approval_id: true,
  expires_at: true,
  result_id: true,
  delivery_id: true,
  evidence: true,
  hash: true,
  parts: true,
  os_user: true,
  sudo_user: true,
  os_uid: true,
  login_uid: true,
  replaces: true,
  purpose: true,
  threshold: true,
  holders: true,
  former_since: true,
  done_at: true,
  recipient: true,
  from_place: true,
  to_place: true,
} satisfies Record<DetailName, true>) as readonly DetailName[]

/** Details shown in the list; the others are shown when the entry is unfolded. */
const told: ReadonlySet<DetailName> = new Set([
  'count',
  'decision',
  'reason',
  'permission',
  'role',
  'factor',
  'unusual',
  'image',
  'size',
  'format',
  'personal',
  'changed',
  'environment',
  'scopes',
  'approval',
  'approval_kind',
])

interface Place {
  readonly feature: string
  readonly key: string
}

/** Feature and key of a code's text; undefined for details that are not codes. */
export function placeOfCode(action: Action, name: DetailName, code: string): Place | undefined {
  const own = (key: string): Place => ({ feature: 'audit', key })
  switch (name) {
    case 'decision':
      if (action === 'review.proposed') return { feature: 'reviews', key: `proposes.${code}` }
      return isOutcome(action)
        ? { feature: 'labels', key: `status.${code}` }
        : { feature: 'labels', key: `reviewOutcome.${code}` }
    case 'parts':
      return own(`part.${code.split(':')[0]}`)
    case 'reason':
      return placeOfReason(action, code)
    case 'role':
    case 'previous_role':
      return { feature: 'frame', key: `roles.${code}` }
    case 'environment':
      return { feature: 'frame', key: `environment.${code}` }
    case 'factor':
      return own(`factor.${code}`)
    case 'unusual':
      return own(`unusual.${code}`)
    case 'image':
      return own(`image.${code}`)
    case 'size':
      return own(`size.${code}`)
    case 'format':
      return own(`format.${code}`)
    case 'separator':
      return { feature: 'frame', key: `csv.${code}` }
    case 'language':
      return own(`language.${code}`)
    case 'changed':
      // Settings are shown by their own names.
      return action === 'settings.changed' ? undefined : own(`changed.${code}`)
    case 'approval':
      return own(`approval.${code}`)
    case 'approval_kind':
      return { feature: 'approvals', key: `kind.${code}` }
    default:
      return undefined
  }
}

/** Outcome of a verification rather than of its review. */
function isOutcome(action: Action): boolean {
  return [
    'verification.completed',
    'verification.scored',
    'verification.erased',
    'verification.erased_again',
  ].includes(action)
}

function placeOfReason(action: Action, code: string): Place {
  switch (action) {
    case 'user.sign_in_refused':
    case 'user.link_refused':
    case 'api.refused':
    case 'console.refused':
      return { feature: 'audit', key: `refusal.${code}` }
    case 'user.emergency_sign_in':
      return { feature: 'audit', key: `emergencyReason.${code}` }
    case 'user.signed_in':
    case 'user.confirmed':
      return { feature: 'audit', key: `signInReason.${code}` }
    case 'verification.handed_to_staff':
      return { feature: 'labels', key: code === 'local' ? 'provider.local' : `reason.${code}` }
    case 'verification.late_result':
      return { feature: 'labels', key: `lateFinding.${code}` }
    case 'verification.reviewed':
    case 'quality.check_decided':
      return { feature: 'labels', key: `reviewReason.${code}` }
    case 'review.rejected':
      return { feature: 'labels', key: `rejectionReason.${code}` }
    case 'review.opened':
    case 'review.released':
    case 'review.reopened':
      return { feature: 'labels', key: `reviewCause.${code}` }
    case 'review.noted':
      return { feature: 'labels', key: `noteAudience.${code}` }
    case 'review.finding_added':
      return { feature: 'labels', key: `reviewFinding.${code}` }
    case 'key.refused':
    case 'webhook.deleted':
      return { feature: 'approvals', key: `state.${code}` }
    case 'verification.erased':
    case 'verification.erased_again':
    case 'verification.images_erased':
      return { feature: 'labels', key: `erasureReason.${code}` }
    case 'verification.held':
    case 'verification.hold_released':
      return { feature: 'labels', key: `holdReason.${code}` }
    case 'job.run_now':
      return { feature: 'system', key: `jobReason.${code}` }
    case 'backup.failed':
      return { feature: 'system', key: `backups.reason.${code}` }
    default:
      return { feature: 'audit', key: `accessReason.${code}` }
  }
}

/** A code without a text, such as one of a later version, is shown as it is. */
export function useAuditCodeWord(): (action: Action, name: DetailName, code: string) => string {
  const { i18n } = useTranslation()
  return (action, name, code) => {
    if (name === 'permission' && isPermission(code)) {
      return permissionTable[code][languageOf(i18n.language)]
    }
    const place = placeOfCode(action, name, code)
    const word: unknown = place && i18n.getResource(i18n.language, place.feature, place.key)
    return typeof word === 'string' ? word : code
  }
}

/** Exports of verifications have two entries: at the start, and at the end with count and hash, or cut off. */
export function useActionWords(): (item: AuditEntryJson) => string {
  const { t } = useTranslation('audit')
  return ({ action, outcome, details: { format, hash, factor } }) => {
    if (action === 'user.signed_in' && outcome === 'failed') return t('tried')
    // If there is a second factor, it has an entry of its own.
    if (action === 'user.signed_in' && factor === 'password') return t('passwordAccepted')
    if (action !== 'verification.exported') return t(`action.${action}`)
    if (format === 'pdf') return t('exported.file')
    if (outcome === 'denied') return t('exported.cut')
    return t(hash === undefined ? 'exported.begun' : 'exported.ended')
  }
}

/** Name of a detail, which may depend on the action. */
export function useDetailName(): (action: Action, name: DetailName) => string {
  const { t } = useTranslation('audit')
  return (action, name) => {
    if (name === 'expires_at' && action === 'key.rotated') return t('detailOf.oldKey')
    if (name === 'sequence' && action === 'audit.exported') return t('detailOf.lastEntry')
    if (name === 'reason' && action === 'job.run_now') return t('detailOf.lastTry')
    if (name === 'reason' && action === 'review.noted') return t('detailOf.audience')
    if (name === 'reason' && action === 'review.finding_added') return t('detailOf.finding')
    if (name === 'reason' && action === 'api.virus_refused') return t('detailOf.signature')
    if (name !== 'result_id') return t(`detail.${name}`)
    if (action === 'key.rotated') return t('detailOf.newKey')
    return t(action === 'usage.corrected' ? 'detailOf.correction' : 'detailOf.review')
  }
}

/** The details in one line; empty where there is nothing short to show. */
export function useTold(): (item: AuditEntryJson) => string {
  const { t } = useTranslation('audit')
  const wordOf = useAuditCodeWord()
  const countOf = useCount()
  const show = useShow()
  const tell = ({ action, details }: AuditEntryJson, name: DetailName): string | undefined => {
    const value = details[name]
    if (value === undefined || !told.has(name)) return undefined
    if (name === 'unrestricted') return t('detail.unrestricted')
    if (typeof value === 'boolean') return t(value ? 'personal.with' : 'personal.without')
    if (typeof value === 'number') return countOf(action, value)
    if (typeof value !== 'string') {
      return show.list(value.map((code) => wordOf(action, name, code)))
    }
    if (isIdText(value)) return undefined
    const word = wordOf(action, name, value)
    const before = name === 'role' ? details.previous_role : undefined
    return before === undefined ? word : `${wordOf(action, name, before)} → ${word}`
  }
  return (item) =>
    detailNames
      .map((name) => tell(item, name))
      .filter((text) => text !== undefined)
      .join(' · ')
}
