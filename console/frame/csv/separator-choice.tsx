// Choice of the column separator of a CSV, preselected for spreadsheets in the reader's language.

import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Separator, separators, useSeparatorName } from './separator.ts'

interface SeparatorChoiceProps {
  readonly chosen: Separator
  readonly onChoose: (chosen: Separator) => void
}

export function SeparatorChoice({ chosen, onChoose }: SeparatorChoiceProps) {
  const { t } = useTranslation('frame')
  const nameOf = useSeparatorName()
  return (
    <Radio.Group
      label={t('csv.label')}
      description={t('csv.hint')}
      value={chosen}
      onChange={(value) => onChoose(separators.find((one) => one === value) ?? chosen)}
    >
      <Stack gap="xs" mt="xs">
        {separators.map((value) => (
          <Radio key={value} value={value} label={nameOf(value)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
