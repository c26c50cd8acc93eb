// Switch between live and sandbox; sandbox is marked by word, icon and the colour of the bar.

import { IconFlask } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { environmentsInOrder, useEnvironment } from './environment.tsx'
import { ChoiceSwitch } from './parts/choice-switch.tsx'

export function EnvironmentSwitch() {
  const { t } = useTranslation('frame')
  const { environment, choose } = useEnvironment()
  return (
    <ChoiceSwitch
      name={{ label: t('environment.label') }}
      value={environment}
      onChoose={choose}
      isFramed
      choices={environmentsInOrder.map((value) => ({
        value,
        label: (
          <>
            {value === 'sandbox' && <IconFlask size={14} aria-hidden />}
            {t(`environment.${value}`)}
          </>
        ),
      }))}
    />
  )
}
