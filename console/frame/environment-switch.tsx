// Switch between live and sandbox; sandbox is marked by word, icon and the colour of the bar.

import { SegmentedControl } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { environmentsInOrder, useEnvironment } from './environment.tsx'
import classes from './environment-switch.module.css'

export function EnvironmentSwitch() {
  const { t } = useTranslation('frame')
  const { environment, choose } = useEnvironment()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('environment.label')}
      value={environment}
      onChange={(value) => choose(value === 'sandbox' ? 'sandbox' : 'live')}
      transitionDuration={120}
      classNames={{ root: classes.root ?? '', label: classes.label ?? '' }}
      data={environmentsInOrder.map((value) => ({
        value,
        label: (
          <span className={classes.choice}>
            {value === 'sandbox' && <IconFlask size={14} aria-hidden />}
            {t(`environment.${value}`)}
          </span>
        ),
      }))}
    />
  )
}
