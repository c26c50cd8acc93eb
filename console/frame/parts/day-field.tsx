// A day, typed or chosen in a calendar, in the language of the page: a browser's own field speaks the language of
// the browser. Typing needs nothing of the calendar, whose code comes when it is opened.

import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { printDay, readDay } from './day-text.ts'

const DayCalendar = lazy(async () => ({
  default: (await import('./day-calendar.tsx')).DayCalendar,
}))

export interface DayFieldProps {
  readonly label: string
  /** `2026-11-21`; empty where none is set. */
  readonly value: string
  /** A real day, or empty. Not called for what cannot be read; the field says so itself. */
  readonly onChange: (day: string) => void
  readonly width?: number
  /** What is wrong with a day that can be read. */
  readonly error?: string | undefined
}

export function DayField({ label, value, onChange, width = 150, error }: DayFieldProps) {
  const { t } = useTranslation('frame')
  const [known, setKnown] = useState(value)
  const [text, setText] = useState(printDay(value))
  const [isLeft, setLeft] = useState(value !== '')
  const [isOpen, setOpen] = useState(false)
  if (known !== value) {
    setKnown(value)
    if (readDay(text) !== value) setText(printDay(value))
  }
  const day = readDay(text)
  const isWrong = isLeft && text.trim() !== '' && day === undefined
  function type(typed: string) {
    setText(typed)
    setLeft(false)
    const read = typed.trim() === '' ? '' : readDay(typed)
    if (read !== undefined && read !== value) onChange(read)
  }
  function leave() {
    setLeft(true)
    if (day !== undefined) setText(printDay(day))
  }
  function choose(chosen: string) {
    setOpen(false)
    setText(printDay(chosen))
    onChange(chosen)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TextInput
          size="xs"
          w={width}
          label={label}
          placeholder={t('day.form')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={text}
          error={isWrong ? t('day.wrong') : error}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && leave()}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t('day.choose', { field: label })}
              aria-haspopup="dialog"
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('day.choose', { field: label })}>
        <Suspense fallback={<Skeleton w={236} h={252} />}>
          <DayCalendar day={day} onChoose={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
