// External services and the state of their circuit breakers.

import { useTranslation } from 'react-i18next'
import type { ServiceHealthJson } from '../../../server/console-api/overview/overview-json.ts'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { HealthBadge } from '../../frame/parts/health-badge.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './system.module.css'
import { useCheckTexts } from './use-check-texts.ts'

export function ServicesPanel({ system }: { readonly system: SystemJson }) {
  const { t } = useTranslation('system')
  const { t: tLabels } = useTranslation('labels')
  const { checks } = useCheckTexts()
  const { provider, scoring } = system
  const named =
    provider.name === null
      ? ''
      : ` (${tLabels(`provider.${provider.name as 'smile-id'}`, provider.name)})`
  return (
    <Panel title={t('outside.title')} text={t('outside.text')}>
      <ul className={classes.rows}>
        <Row name={`${checks.provider.name}${named}`} part={provider} />
        <Row name={checks.scoring.name} part={scoring} />
      </ul>
    </Panel>
  )
}

function Row({ name, part }: { readonly name: string; readonly part: ServiceHealthJson }) {
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <HealthBadge state={part.state} />
      </div>
      <div className={classes.note}>
        <Circuit part={part} />
      </div>
    </li>
  )
}

function Circuit({ part }: { readonly part: ServiceHealthJson }) {
  const { t } = useTranslation('system')
  const { state, down_since: since, probe_at: probeAt, failures_in_row: count } = part
  if (state === 'not_set_up') return t('outside.notSetUp')
  if (state !== 'down') return t('outside.closed', { count })
  return (
    <>
      {t('outside.open')}
      {since !== null && (
        <>
          {' '}
          {t('outside.since')} <Instant at={since} />.
        </>
      )}
      {probeAt !== null && (
        <>
          {' '}
          {t('outside.probe')} <Instant at={probeAt} />.
        </>
      )}
    </>
  )
}
