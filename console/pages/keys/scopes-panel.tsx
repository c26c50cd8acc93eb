// What each scope allows.

import { useTranslation } from 'react-i18next'
import { Panel } from '../../frame/parts/panel.tsx'
import { scopesInOrder } from './key-scopes.ts'
import classes from './keys.module.css'

export function ScopesPanel() {
  const { t } = useTranslation('keys')
  return (
    <Panel title={t('scopes.title')} text={t('scopes.text')}>
      <dl className={classes.scopes}>
        {scopesInOrder.map((scope) => (
          <div key={scope} className={classes.scope}>
            <dt className="svc-mono">{scope}</dt>
            <dd>{t(`scope.${scope}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
