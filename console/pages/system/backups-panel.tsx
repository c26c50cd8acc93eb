// The age of the last backup, why the last one failed and what to do, and how to set backups up. PostgreSQL is backed
// up by its own means, which the server does not see.

import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { AgoText } from '../../frame/parts/ago-text.tsx'
import { HealthBadge } from '../../frame/parts/health-badge.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { GuideLink } from './guide-link.tsx'
import classes from './system.module.css'
import { useCodeWord } from './use-code-word.ts'

type Shown = Pick<SystemJson, 'database' | 'backups' | 'outgoing_paused_at'>

export function BackupsPanel({ database, backups, outgoing_paused_at: pausedAt }: Shown) {
  const { t } = useTranslation('system')
  const isOwn = database === 'sqlite'
  return (
    <Panel title={t('backups.title')} actions={isOwn && <HealthBadge state={backups.state} />}>
      {pausedAt !== null && (
        <p className={classes.note}>
          <AgoText at={pausedAt} say={(instant) => t('backups.paused', { instant })} />
        </p>
      )}
      {isOwn ? (
        <OwnBackups backups={backups} />
      ) : (
        <p className={classes.note}>{t('backups.ofPostgres')}</p>
      )}
      <p className={classes.note}>{t('backups.key')}</p>
      <GuideLink
        place={isOwn ? 'backup/setting-up' : 'postgresql/backup'}
        label={t('backups.guide')}
      />
    </Panel>
  )
}

function OwnBackups({ backups }: Pick<Shown, 'backups'>) {
  const { t } = useTranslation('system')
  const wordOf = useCodeWord()
  const reasonText = (code: string) =>
    wordOf(`backups.reason.${code}`) ?? t('backups.reason.other', { code })
  const { state, last_success_at: last, failures, last_failure_reason: reason } = backups
  return (
    <>
      {state === 'not_set_up' ? (
        <p className={classes.note}>{t('backups.none')}</p>
      ) : (
        <p className={classes.note}>
          {last === null ? (
            t('backups.noneYet')
          ) : (
            <AgoText at={last} say={(instant) => t('backups.last', { instant })} />
          )}
        </p>
      )}
      {failures > 0 && (
        <p className={classes.note}>
          {t(last === null ? 'backups.failedFirst' : 'backups.failed', { count: failures })}
        </p>
      )}
      {failures > 0 && reason !== null && <p className={classes.note}>{reasonText(reason)}</p>}
    </>
  )
}
