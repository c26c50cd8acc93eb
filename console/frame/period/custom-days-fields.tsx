// First and last day of a custom period.

import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '../parts/day-field.tsx'
import type { CustomDays } from './custom-days.ts'

interface CustomDaysFieldsProps {
  readonly days: CustomDays
  readonly error: string | undefined
  readonly onChange: (end: keyof CustomDays, day: string) => void
  /** In a form: a day that cannot be read becomes an empty one. */
  readonly isForm?: boolean
}

export function CustomDaysFields({ days, error, onChange, isForm }: CustomDaysFieldsProps) {
  const { t } = useTranslation('overview')
  return (
    <Group gap="xs" align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`period.${end}`)}
          value={days[end]}
          error={end === 'to' ? error : undefined}
          onChange={(day) => onChange(end, day)}
          {...(isForm ? { size: 'sm', onUnreadable: () => onChange(end, '') } : {})}
        />
      ))}
    </Group>
  )
}
