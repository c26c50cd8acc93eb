// Says that a user of the bank's directory has no password here.

import { useTranslation } from 'react-i18next'
import { Panel } from '../../frame/parts/panel.tsx'

export function DirectoryPanel() {
  const { t } = useTranslation('account')
  return (
    <Panel title={t('directory.title')} text={t('directory.text')}>
      {null}
    </Panel>
  )
}
