// Export dialog: filtered entries or the whole log, and the format.

import { Button, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUsualSeparator } from '../../frame/csv/separator.ts'
import { SeparatorChoice } from '../../frame/csv/separator-choice.tsx'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DialogEnding } from '../../frame/dialogs/dialog-ending.tsx'
import type { AuditFilterState } from './use-audit-filter.ts'
import { type ExportFormat, useAuditExport } from './use-export.ts'

interface AuditExportDialogProps {
  readonly filter: AuditFilterState
  readonly onClose: () => void
}

const formats = ['json', 'csv'] as const satisfies ExportFormat[]
const parts = ['filtered', 'all'] as const

export function AuditExportDialog({ filter: { asked }, onClose }: AuditExportDialogProps) {
  const { t } = useTranslation('audit')
  const { t: tFrame } = useTranslation('frame')
  const start = useAuditExport()
  const isFiltered = Object.keys(asked).length > 0
  const [part, setPart] = useState<string>(isFiltered ? 'filtered' : 'all')
  const [format, setFormat] = useState<string>('json')
  const [separator, setSeparator] = useState(useUsualSeparator())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start({
      filter: part === 'filtered' ? asked : {},
      format: format === 'csv' ? 'csv' : 'json',
      separator,
    })
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('export.title')}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{t('export.text')}</Text>
          {isFiltered && <Choice name="part" values={parts} chosen={part} onChoose={setPart} />}
          <Choice name="format" values={formats} chosen={format} onChoose={setFormat} />
          {format === 'csv' && <SeparatorChoice chosen={separator} onChoose={setSeparator} />}
          <DialogEnding>
            <Button variant="default" onClick={onClose}>
              {tFrame('cancel')}
            </Button>
            <Button type="submit">{t('export.action')}</Button>
          </DialogEnding>
        </Stack>
      </form>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly name: 'part' | 'format'
  readonly values: readonly ('filtered' | 'all' | 'json' | 'csv')[]
  readonly chosen: string
  readonly onChoose: (chosen: string) => void
}

function Choice({ name, values, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('audit')
  return (
    <Radio.Group label={t(`export.${name}`)} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt="xs">
        {values.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(`export.label.${value}`)}
            description={t(`export.about.${value}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
