// Month calendar in the language of the page; weeks start on Monday.

import 'dayjs/locale/ar-ma'
import 'dayjs/locale/fr'
import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import classes from './day-calendar.module.css'

interface DayCalendarProps {
  readonly day: string | undefined
  readonly onChoose: (day: string) => void
}

export function DayCalendar({ day, onChoose }: DayCalendarProps) {
  const { t, i18n } = useTranslation('frame')
  return (
    <DatePicker
      hideOutsideDates
      classNames={{ day: classes.day ?? '', weekday: classes.weekday ?? '' }}
      locale={i18n.language === 'ar' ? 'ar-ma' : i18n.language}
      firstDayOfWeek={1}
      value={day ?? null}
      {...(day === undefined ? {} : { defaultDate: day })}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
      nextLabel={t('day.next')}
      previousLabel={t('day.previous')}
    />
  )
}
