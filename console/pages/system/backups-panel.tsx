// The age of the last backup, why the last one failed and what to do, and how to set backups up.

import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { HealthBadge } from '../../frame/parts/health-badge.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { GuideLink } from './guide-link.tsx'
import classes from './system.module.css'
import { useCodeWord } from './use-code-word.ts'

type Shown = Pick<SystemJson, 'backups' | 'outgoing_paused_at'>

export function BackupsPanel({ backups, outgoing_paused_at: pausedAt }: Shown) {
  const { t } = useTranslation('system')
  const show = useShow()
  const wordOf = useCodeWord()
  const reasonText = (code: string) =>
    wordOf(`backups.reason.${code}`) ?? t('backups.reason.other', { code })
  const { state, last_success_at: last, failures, last_failure_reason: reason } = backups
  return (
    <Panel title={t('backups.title')} actions={<HealthBadge state={state} />}>
      {pausedAt !== null && (
        <p className={classes.note}>{t('backups.paused', { instant: show.ago(pausedAt) })}</p>
      )}
      {state === 'not_set_up' ? (
        <p className={classes.note}>{t('backups.none')}</p>
      ) : (
        <p className={classes.note}>
          {last === null ? t('backups.noneYet') : t('backups.last', { instant: show.ago(last) })}
        </p>
      )}
      {failures > 0 && <p className={classes.note}>{t('backups.failed', { count: failures })}</p>}
      {failures > 0 && reason !== null && <p className={classes.note}>{reasonText(reason)}</p>}
      <p className={classes.note}>{t('backups.key')}</p>
      <GuideLink place="backup/setting-up" label={t('backups.guide')} />
    </Panel>
  )
}
