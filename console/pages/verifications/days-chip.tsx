// Filter chip for the submission date: three ranges ending today, or custom days.

import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChipButton, FilterChip } from '../../frame/lists/filter-chip.tsx'
import { DayField } from '../../frame/parts/day-field.tsx'
import { useShow } from '../../words/show.ts'
import { isOwn, type OwnDays, presets, readDays, writeOwnDays } from './days.ts'

interface DaysChipProps {
  /** In the form of the address. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export function DaysChip({ value: given, onChange }: DaysChipProps) {
  const { t } = useTranslation('verifications')
  const [isOpen, setOpen] = useState(false)
  const inWords = useDaysInWords()
  const label = t('list.days.label')
  const value = given !== undefined && readDays(given) ? given : undefined
  const choose = (chosen: string) => {
    setOpen(false)
    onChange(chosen)
  }
  return (
    <FilterChip label={label} isSet={value !== undefined} onRemove={() => onChange(undefined)}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ChipButton
            label={label}
            value={value === undefined ? undefined : inWords(value)}
            onClick={() => setOpen(!isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <Choice value={value} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
    </FilterChip>
  )
}

interface ChoiceProps {
  readonly value: string | undefined
  readonly onChoose: (value: string) => void
}

function Choice({ value, onChoose }: ChoiceProps) {
  const { t } = useTranslation('verifications')
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="xs"
            variant={preset === value ? 'light' : 'subtle'}
            color={preset === value ? 'accent' : 'gray'}
            c="var(--mantine-color-text)"
            justify="space-between"
            aria-pressed={preset === value}
            rightSection={preset === value && <IconCheck size={14} aria-hidden />}
            onClick={() => onChoose(preset)}
          >
            {t(`list.days.${preset}`)}
          </Button>
        ))}
      </Stack>
      <OwnDaysForm value={value} onChoose={onChoose} />
    </Stack>
  )
}

/** Not a calendar day, so it cannot be applied. */
const unreadable = '?'

function OwnDaysForm({ value, onChoose }: ChoiceProps) {
  const { t } = useTranslation('verifications')
  const before = value === undefined ? undefined : readDays(value)
  const [days, setDays] = useState<OwnDays>(before?.kind === 'own' ? before : { from: '', to: '' })
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setWrong(!isOwn(days))
    if (isOwn(days)) onChoose(writeOwnDays(days))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            label={t(`list.days.${end}`)}
            value={days[end]}
            error={isWrong && end === 'to' ? t('list.days.wrong') : undefined}
            onChange={(day) => setDays({ ...days, [end]: day })}
            onUnreadable={() => setDays({ ...days, [end]: unreadable })}
          />
        ))}
      </Group>
      <Button type="submit" size="xs" mt="sm" fullWidth variant="default">
        {t('list.days.apply')}
      </Button>
    </form>
  )
}

/** `7 days`, `1 Nov 2026 – 21 Nov 2026`, `from 1 Nov 2026`; unreadable text unchanged. */
function useDaysInWords(): (text: string) => string {
  const { t } = useTranslation('verifications')
  const show = useShow()
  return (text) => {
    const days = readDays(text)
    if (days === undefined) return text
    if (days.kind === 'preset') return t(`list.days.${days.preset}`)
    const from = days.from && show.date(`${days.from}T00:00`)
    const to = days.to && show.date(`${days.to}T00:00`)
    if (from === '') return t('list.days.until', { to })
    return to === '' ? t('list.days.since', { from }) : `${from} – ${to}`
  }
}
