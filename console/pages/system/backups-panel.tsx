// Backups, or how to make one by hand.

import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { HealthBadge } from '../../frame/parts/health-badge.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { GuideLink } from './guide-link.tsx'
import classes from './system.module.css'

export function BackupsPanel({ backups: { state } }: Pick<SystemJson, 'backups'>) {
  const { t } = useTranslation('system')
  return (
    <Panel title={t('backups.title')} actions={<HealthBadge state={state} />}>
      <p className={classes.note}>{t('backups.none')}</p>
      <ol className={classes.note}>
        <li>{t('backups.stop')}</li>
        <li>{t('backups.copy')}</li>
        <li>{t('backups.key')}</li>
      </ol>
      <GuideLink place="operating/backup" label={t('backups.guide')} />
    </Panel>
  )
}
