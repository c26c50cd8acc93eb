// Recounts days of usage, with progress and result; repairs counters that differ if that is asked for.

import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UsageRecountResultJson } from '../../../server/console-api/usage/recount-json.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { WorkProgress } from '../../frame/parts/work-progress.tsx'
import { CustomDaysFields } from '../../frame/period/custom-days-fields.tsx'
import { useShow } from '../../words/show.ts'
import { dayBefore, faultOf } from './period.ts'
import type { Recount, RecountRequest } from './use-recount.ts'

interface RecountDialogProps {
  /** The form's first values. */
  readonly request: RecountRequest
  readonly recount: Recount
  readonly onClose: () => void
}

export function RecountDialog({ request, recount, onClose }: RecountDialogProps) {
  const { t } = useTranslation('usage')
  const { state, result, error } = recount
  // Kept here, because the form is gone while a recount runs.
  const [asked, setAsked] = useState(request)
  return (
    <Dialog isOpen onClose={onClose} title={t('recount.dialog.title')} size={520}>
      <Stack gap="md">
        <Text>{t('recount.dialog.text')}</Text>
        <div aria-live="polite">
          {state === 'running' && <Counting progress={recount.progress} />}
          {state === 'done' && result !== undefined && <Result result={result} />}
        </div>
        {state === 'refused' && <ErrorState error={error} />}
        {state !== 'running' && (
          <Form asked={asked} onChange={setAsked} recount={recount} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  )
}

interface FormProps extends Pick<RecountDialogProps, 'recount' | 'onClose'> {
  readonly asked: RecountRequest
  readonly onChange: (asked: RecountRequest) => void
}

function Form({ asked, onChange, recount, onClose }: FormProps) {
  const { t } = useTranslation('usage')
  const { t: tOverview } = useTranslation('overview')
  const isDone = recount.state === 'done'
  const { days, repair } = asked
  const isOver = days.to <= dayBefore(Date.now())
  const fault = faultOf(days)
  const text = fault
    ? tOverview(`period.fault.${fault}`)
    : isOver
      ? undefined
      : t('recount.dialog.notOver')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === undefined) recount.start(asked)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CustomDaysFields
          days={days}
          error={text}
          onChange={(end, day) => onChange({ ...asked, days: { ...days, [end]: day } })}
          isForm
        />
        <Checkbox
          label={t('recount.dialog.repair')}
          description={t('recount.dialog.repairHint')}
          checked={repair}
          onChange={(event) => onChange({ ...asked, repair: event.currentTarget.checked })}
        />
        <FormEnding
          action={t(isDone ? 'recount.dialog.again' : 'recount.open')}
          isDone={isDone}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

function Counting({ progress }: Pick<Recount, 'progress'>) {
  const { t } = useTranslation('usage')
  const show = useShow()
  const { counted, total } = progress?.running ?? { counted: 0, total: 0 }
  return (
    <WorkProgress
      label={t('recount.dialog.progress')}
      done={counted}
      total={total}
      text={
        total === 0
          ? t('recount.dialog.begins')
          : t('recount.dialog.counted', {
              counted: show.number(counted),
              total: show.number(total),
            })
      }
      hint={t('recount.dialog.leave')}
    />
  )
}

function Result({ result }: { readonly result: UsageRecountResultJson }) {
  const { t } = useTranslation('usage')
  const show = useShow()
  const { days, differences: count, repaired } = result
  const isRight = count === 0 || repaired
  const title =
    count === 0
      ? t('recount.result.same')
      : t(repaired ? 'recount.result.repaired' : 'recount.differs', {
          count,
          shown: show.number(count),
        })
  return (
    <Alert
      color={isRight ? 'accent' : 'red'}
      variant="light"
      icon={isRight ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
    >
      <Text size="sm">{t('recount.result.days', { count: days, shown: show.number(days) })}</Text>
      {!isRight && <Text size="sm">{t('recount.result.toRepair')}</Text>}
    </Alert>
  )
}
