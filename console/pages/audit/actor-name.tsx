// Who acted: a user or key by name, the command line, or the appliance.

import { IconKey, IconServer, IconTerminal2, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AuditEntryJson } from '../../../server/audit/audit-json.ts'
import { useKeyNames, useUserNames } from '../../api/use-names.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import classes from './audit.module.css'

const icons = { user: IconUser, api_key: IconKey, cli: IconTerminal2, system: IconServer } as const

export function ActorName({ actor: { kind, id } }: Pick<AuditEntryJson, 'actor'>) {
  const { t } = useTranslation('audit')
  const people = useUserNames()
  const keys = useKeyNames()
  const name = id === null ? undefined : (people.get(id) ?? keys.get(id))
  const Shape = icons[kind]
  return (
    <span className={classes.actor}>
      <Shape size={16} className={classes.icon} aria-hidden />
      <span className={classes.who}>
        {id !== null && name === undefined ? (
          <IdText id={id} isShort />
        ) : (
          (name ?? t(`actor.${kind}`))
        )}
        {id !== null && <span className={classes.kind}>{t(`kind.${kind}`)}</span>}
      </span>
    </span>
  )
}
