// What an entry is about, by name where known, with a link where this role may open it.

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useMay } from '../../api/session.ts'
import { useKeyNames, useUserNames } from '../../api/use-names.ts'
import { placeOfId } from '../../frame/parts/id-place.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import classes from './audit.module.css'
import { isIdText } from './id-shape.ts'

type Subject = NonNullable<AuditEntryJson['subject']>

export function SubjectName({ subject: { kind, id } }: { readonly subject: Subject }) {
  const { t } = useTranslation('audit')
  const may = useMay()
  const people = useUserNames()
  const keys = useKeyNames()
  const name = people.get(id) ?? keys.get(id)
  const place = placeOfId(id) ?? places[kind]
  const words = name ?? t(`subject.${kind}`)
  return (
    <span className={classes.who}>
      {place !== undefined && may(place.permission) ? (
        <Link to={place.address} className={classes.link}>
          {words}
        </Link>
      ) : (
        words
      )}
      {isIdText(id) ? <IdText id={id} isShort /> : <span className="svc-mono">{id}</span>}
    </span>
  )
}

const system: ReturnType<typeof placeOfId> = { permission: 'system.read', address: '/system' }

/** Pages of subjects that have none of their own. */
const places: Readonly<Partial<Record<Subject['kind'], typeof system>>> = {
  setting: system,
  backup: system,
  encryption_key: system,
  node: system,
  usage: { permission: 'usage.read', address: '/usage' },
  approval: { permission: 'approvals.read', address: '/approvals' },
  outbound: system,
}
