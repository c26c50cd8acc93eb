// First and last day of a custom period.

import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '../parts/day-field.tsx'
import type { ChosenFigurePeriod } from './use-figure-period.ts'

export function CustomDaysFields({
  period: { days, fault, setDay },
}: {
  readonly period: ChosenFigurePeriod
}) {
  const { t } = useTranslation('overview')
  return (
    <Group gap="xs" align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`period.${end}`)}
          value={days[end]}
          error={end === 'to' && fault !== undefined ? t(`period.fault.${fault}`) : undefined}
          onChange={(day) => setDay(end, day)}
        />
      ))}
    </Group>
  )
}
