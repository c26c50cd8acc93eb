// Choice of the period: three ranges ending today, or custom days.

import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CustomDaysFields } from '../../frame/period/custom-days-fields.tsx'
import { PeriodButtons } from '../../frame/period/period-buttons.tsx'
import { periodNames } from './period.ts'
import type { ChosenPeriod } from './use-period.ts'

export function PeriodBar({ period }: { readonly period: ChosenPeriod }) {
  const { t } = useTranslation('overview')
  const { name, days, fault, choose, setDay } = period
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t('period.label')}>
      <PeriodButtons
        names={periodNames}
        chosen={name}
        textOf={(one) => t(`period.${one === 'own' ? 'custom' : one}`)}
        onChoose={choose}
      />
      {name === 'own' && (
        <CustomDaysFields
          days={days}
          error={fault && t(`period.fault.${fault}`)}
          onChange={setDay}
        />
      )}
    </Group>
  )
}
