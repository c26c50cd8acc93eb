// Choice of a period: ranges that end today, months, or custom days. The fields of custom days are loaded when they are
// needed.

import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { figurePeriods } from '../../../server/verifications/figures/figure-period.ts'
import { loadPart } from '../load-part.tsx'
import { PeriodButtons } from './period-buttons.tsx'
import type { ChosenFigurePeriod } from './use-figure-period.ts'

const CustomDaysFields = loadPart(
  async () => (await import('./custom-days-fields.tsx')).CustomDaysFields,
)

interface FigurePeriodBarProps {
  readonly period: ChosenFigurePeriod
  /** Further filters. */
  readonly children?: ReactNode
}

export function FigurePeriodBar({ period, children }: FigurePeriodBarProps) {
  const { t } = useTranslation('overview')
  return (
    <Group gap="xs" align="flex-end" role="group" aria-label={t('period.label')}>
      <PeriodButtons
        names={figurePeriods}
        chosen={period.name}
        textOf={(name) => t(`period.${name}`)}
        onChoose={period.choose}
      />
      {children}
      {period.name === 'custom' && (
        <CustomDaysFields
          days={period.days}
          error={period.fault && t(`period.fault.${period.fault}`)}
          onChange={period.setDay}
        />
      )}
    </Group>
  )
}
