// Choice of the period: three ranges ending today, or custom days.

import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../frame/parts/day-field.tsx'
import { PeriodButtons } from '../../frame/period/period-buttons.tsx'
import { periodNames } from './period.ts'
import type { ChosenPeriod } from './use-period.ts'

export function PeriodBar({ period }: { readonly period: ChosenPeriod }) {
  const { t } = useTranslation('usage')
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t('period.label')}>
      <PeriodButtons
        names={periodNames}
        chosen={period.name}
        textOf={(name) => t(`period.${name}`)}
        onChoose={period.choose}
      />
      {period.name === 'own' && <OwnDays period={period} />}
    </Group>
  )
}

function OwnDays({ period: { days, fault, setDay } }: { readonly period: ChosenPeriod }) {
  const { t } = useTranslation('usage')
  return (
    <Group gap="xs" align="flex-start">
      {(['first', 'last'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`period.${end}`)}
          value={days[end]}
          error={end === 'last' && fault !== undefined ? t(`period.fault.${fault}`) : undefined}
          onChange={(day) => setDay(end, day)}
        />
      ))}
    </Group>
  )
}
