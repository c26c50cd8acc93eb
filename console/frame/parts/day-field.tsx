// Date field in the language of the page, since native fields use the browser's. The calendar's
// code is loaded when it opens.

import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '../load-part.tsx'
import { printDay, readDay } from './day-text.ts'

const DayCalendar = loadPart(
  async () => (await import('./day-calendar.tsx')).DayCalendar,
  <Skeleton w={252} h={300} />,
)

interface DayFieldProps {
  readonly label: string
  /** `2026-11-21`; empty where none is set. */
  readonly value: string
  /**
   * Called with a valid day or an empty text; not called while the text cannot be read, which the
   * field reports itself.
   */
  readonly onChange: (day: string) => void
  /** Called while the text cannot be read, so that a form does not submit the previous day. */
  readonly onUnreadable?: () => void
  readonly width?: number
  /** `sm` in dialogs, beside fields of the usual size. */
  readonly size?: 'xs' | 'sm'
  /** Error about a day that can be read. */
  readonly error?: string | undefined
}

export function DayField(props: DayFieldProps) {
  const { label, value, onChange, onUnreadable, width = 150, size = 'xs', error } = props
  const { t } = useTranslation('frame')
  const [known, setKnown] = useState(value)
  const [text, setText] = useState(printDay(value))
  const [isLeft, setLeft] = useState(value !== '')
  if (known !== value) {
    setKnown(value)
    const isTyping = readDay(text) === undefined && readDay(value) === undefined
    if (!isTyping) setText(printDay(value))
  }
  const day = readDay(text)
  const isWrong = isLeft && text.trim() !== '' && day === undefined
  function type(typed: string) {
    setText(typed)
    setLeft(false)
    const read = typed.trim() === '' ? '' : readDay(typed)
    if (read === undefined) onUnreadable?.()
    else if (read !== value) onChange(read)
  }
  function leave() {
    setLeft(true)
    if (day !== undefined) setText(printDay(day))
  }
  function choose(chosen: string) {
    setText(printDay(chosen))
    onChange(chosen)
  }
  return (
    <TextInput
      size={size}
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
        <Calendar label={t('day.choose', { field: label })} day={day} onChoose={choose} />
      }
    />
  )
}

interface CalendarProps {
  readonly label: string
  readonly day: string | undefined
  readonly onChoose: (day: string) => void
}

function Calendar({ label, day, onChoose }: CalendarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DayCalendar
          day={day}
          onChoose={(chosen) => {
            setOpen(false)
            onChoose(chosen)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
