// What an entry is about, by name where known, with a link where this role may open it.

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import type { Permission } from '../../../server/users/role.ts'
import { useMay } from '../../api/session.ts'
import { useKeyNames, useUserNames } from '../../api/use-names.ts'
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
  const place = places[kind]
  const words = name ?? t(`subject.${kind}`)
  return (
    <span className={classes.who}>
      {place !== undefined && may(place.permission) ? (
        <Link to={place.address(id)} className={classes.link}>
          {words}
        </Link>
      ) : (
        words
      )}
      {isIdText(id) ? <IdText id={id} isShort /> : <span className="svc-mono">{id}</span>}
    </span>
  )
}

interface Place {
  readonly permission: Permission
  readonly address: (id: string) => string
}

const system: Place = { permission: 'system.read', address: () => '/system' }

/** Page of each kind of subject; some have none. */
const places: Readonly<Record<Subject['kind'], Place | undefined>> = {
  user: { permission: 'users.read', address: () => '/users' },
  verification: { permission: 'verifications.read', address: (id) => `/verifications/${id}` },
  key: { permission: 'keys.read', address: () => '/keys' },
  webhook: { permission: 'webhooks.read', address: (id) => `/webhooks/${id}` },
  review: { permission: 'reviews.work', address: () => '/reviews' },
  audit: undefined,
  route: undefined,
  setting: system,
  backup: system,
  encryption_key: system,
  node: system,
  usage: { permission: 'usage.read', address: () => '/usage' },
  job: system,
  approval: { permission: 'approvals.read', address: () => '/approvals' },
  outbound: system,
}
