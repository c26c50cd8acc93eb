// Health of each part of the appliance.

import { useTranslation } from 'react-i18next'
import type {
  OverviewJson,
  ServiceHealthJson,
} from '../../../server/console-api/overview/overview-json.ts'
import { AgoText } from '../../frame/parts/ago-text.tsx'
import { HealthBadge, type HealthState } from '../../frame/parts/health-badge.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './health.module.css'

type Health = OverviewJson['health']

export function ApplianceHealthPanel({ health }: { readonly health: Health }) {
  const { t } = useTranslation('overview')
  const { webhooks, jobs, backups } = health
  return (
    <Panel title={t('health.title')}>
      <ul className={classes.lights}>
        <Outside name={t('health.provider')} part={health.provider} />
        <Outside name={t('health.scoring')} part={health.scoring} />
        <Light name={t('health.webhooks')} state={webhooks.state}>
          {webhooks.failing > 0
            ? t('health.failing', { count: webhooks.failing, active: webhooks.active })
            : t('health.active', { count: webhooks.active })}
        </Light>
        <Light name={t('health.jobs')} state={jobs.state}>
          {t('health.waiting', { count: jobs.waiting })}
          {jobs.failed > 0 && ` · ${t('health.failed', { count: jobs.failed })}`}
        </Light>
        {backups && (
          <Light name={t('health.backups')} state={backups.state}>
            <BackupAge backups={backups} />
          </Light>
        )}
      </ul>
    </Panel>
  )
}

function BackupAge({ backups }: { readonly backups: NonNullable<Health['backups']> }) {
  const { t } = useTranslation('overview')
  const { state, last_success_at: last } = backups
  if (state === 'not_set_up') return t('health.noBackups')
  if (last === null) return t('health.noBackupYet')
  return <AgoText at={last} say={(instant) => t('health.lastBackup', { instant })} />
}

/** A service called over the network; calls pause while its circuit is open. */
function Outside({ name, part }: { readonly name: string; readonly part: ServiceHealthJson }) {
  const { t } = useTranslation('overview')
  const { state, down_since: since, failures_in_row: count, refused_because: refusal } = part
  return (
    <Light name={name} state={state}>
      {refusal !== null && `${t(`health.refused.${refusal}`)} · `}
      {since !== null && (
        <AgoText at={since} say={(instant) => t('health.downSince', { instant })} />
      )}
      {state === 'attention' && t('health.failures', { count })}
      {state === 'well' && t('health.answers')}
    </Light>
  )
}

interface LightProps {
  readonly name: string
  readonly state: HealthState
  readonly children: React.ReactNode
}

function Light({ name, state, children }: LightProps) {
  return (
    <li>
      <div className={classes.name}>{name}</div>
      <HealthBadge state={state} />
      <div className={classes.note}>{children}</div>
    </li>
  )
}
