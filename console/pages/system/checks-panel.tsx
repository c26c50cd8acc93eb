// Health checks, worst first: state, meaning, what to do.

import { useTranslation } from 'react-i18next'
import type { SystemJson } from '../../../server/console-api/system/system-json.ts'
import { HealthBadge } from '../../frame/parts/health-badge.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { checkText } from './check-texts.ts'
import classes from './system.module.css'

type Checks = SystemJson['checks']

export function ChecksPanel({ checks }: { readonly checks: Checks }) {
  const { t } = useTranslation('system')
  const wanting = checks.filter(({ state }) => state !== 'well').length
  return (
    <Panel
      title={t('checks.title')}
      text={wanting === 0 ? t('checks.allWell') : t('checks.wanting', { count: wanting })}
    >
      <ul className={classes.rows}>
        {checks.map((check) => (
          <Row key={check.name} check={check} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ check }: { readonly check: Checks[number] }) {
  const { t } = useTranslation('system')
  const text = checkText(check)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{t(`checks.${check.name}.name`)}</span>
        <HealthBadge state={check.state} />
      </div>
      {text !== undefined && (
        <div className={classes.note}>{t(text, { count: check.count ?? 0 })}</div>
      )}
    </li>
  )
}
