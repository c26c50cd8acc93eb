// The tabs of the right column; the open one is in the address.

import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useMay } from '../../api/session.ts'
import { addressParameters } from '../../frame/address-parameters.ts'
import { useShortcut } from '../../frame/keys/shortcuts.tsx'
import classes from './verification.module.css'
import { type VerificationTab, verificationTabs } from './verification-parts.tsx'
import type { VerificationTabProps } from './verification-tab-props.ts'

export function VerificationTabs(props: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  const may = useMay()
  const offered = verificationTabs.filter(
    ({ permission }) => permission === undefined || may(permission),
  )
  const wanted = parameters.get('tab')
  const open = offered.find(({ id }) => id === wanted) ?? offered[0]
  const choose = (id: string | null) => {
    const changed = addressParameters()
    if (id === null || id === offered[0]?.id) changed.delete('tab')
    else changed.set('tab', id)
    setParameters(changed, { replace: true, preventScrollReset: true, state })
  }
  return (
    <Tabs value={open?.id ?? null} onChange={choose} keepMounted={false} className={classes.tabs}>
      <Tabs.List className={classes.list ?? ''} aria-label={t('detail.tabs.label')}>
        {offered.map(({ id }) => (
          <Tabs.Tab key={id} value={id}>
            {t(`detail.tabs.${id}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map(({ id, Content }) => (
        <Tabs.Panel key={id} value={id} className={classes.panel}>
          <Content {...props} />
        </Tabs.Panel>
      ))}
      {offered.map((tab) => (
        <TabKey key={tab.id} tab={tab} onOpen={choose} />
      ))}
    </Tabs>
  )
}

interface TabKeyProps {
  readonly tab: VerificationTab
  readonly onOpen: (id: string) => void
}

function TabKey({ tab: { id, shortcut }, onOpen }: TabKeyProps) {
  const { t } = useTranslation('verifications')
  const label = t('detail.tabs.open', { tab: t(`detail.tabs.${id}`) })
  useShortcut(shortcut, label, () => onOpen(id))
  return null
}
