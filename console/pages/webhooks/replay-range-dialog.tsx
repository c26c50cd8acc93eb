// Replays many deliveries of an endpoint: selection, count, progress.

import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { subscribableEvents } from '../../../server/events/event.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { DayField } from '../../frame/parts/day-field.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { useShow } from '../../words/show.ts'
import { type ReplayRange, type ReplaySelection, useReplayRange } from './use-replay-range.ts'
import type { WebhookDialogProps } from './webhook-dialog.ts'

const replayable = ['failed', 'cancelled', 'delivered'] as const

export function ReplayRangeDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const [chosen, setChosen] = useState(() => firstChoice(webhook))
  const range = useReplayRange(webhook.id)
  const { state } = range
  const choose = (change: Partial<Choice>) => {
    setChosen({ ...chosen, ...change })
    range.reset()
  }
  const isChoosing = state.kind === 'none' || state.kind === 'counting' || state.kind === 'counted'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('replayRange.title')}
      size={520}
      isBusy={state.kind === 'running'}
    >
      <Stack gap="md">
        <Text>{t('replayRange.text')}</Text>
        {isChoosing && <Fields chosen={chosen} onChange={choose} />}
        <div role="status">
          <Standing range={range} />
        </div>
        {range.error !== undefined && <ErrorState error={range.error} />}
        <Ending
          range={range}
          span={chosen.day !== undefined && isTime(chosen.time) ? () => spanOf(chosen) : undefined}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  )
}

interface Choice {
  readonly status: string
  readonly event: string
  /** Local day `2026-11-21`; empty for no start; undefined for unreadable text. */
  readonly day: string | undefined
  /** `09:30` */
  readonly time: string
}

/** Starts with the beginning of the failure, else the last day. */
function firstChoice({ failing_since: since }: ConsoleWebhookJson): Choice {
  const dayMs = 24 * 60 * 60 * 1000
  const from = since === null ? Date.now() - dayMs : Date.parse(since)
  const [day = '', time = ''] = localMinute(from).split('T')
  return { status: 'failed', event: '', day, time }
}

interface FieldsProps {
  readonly chosen: Choice
  readonly onChange: (change: Partial<Choice>) => void
}

function Fields({ chosen, onChange }: FieldsProps) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <NativeSelect
        label={t('replayRange.which')}
        value={chosen.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        data={replayable.map((value) => ({ value, label: t(`replayRange.status.${value}`) }))}
      />
      <NativeSelect
        label={t('deliveries.event')}
        value={chosen.event}
        onChange={(event) => onChange({ event: event.currentTarget.value })}
        data={[{ value: '', label: t('replayRange.anyEvent') }, ...subscribableEvents]}
      />
      <Since chosen={chosen} onChange={onChange} />
    </>
  )
}

/** In the order of the page's language, whatever the browser's. */
function Since({ chosen: { day, time }, onChange }: FieldsProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Fieldset legend={t('replayRange.since')} variant="unstyled" fz="sm" fw={500}>
      <Group gap="xs" align="flex-start">
        <DayField
          label={t('replayRange.day')}
          value={day ?? ''}
          onChange={(chosen) => onChange({ day: chosen })}
          onUnreadable={() => onChange({ day: undefined })}
        />
        <TextInput
          size="xs"
          w={90}
          label={t('replayRange.time')}
          placeholder="hh:mm"
          inputMode="numeric"
          maxLength={5}
          value={time}
          error={!isTime(time) && t('replayRange.timeWrong')}
          onChange={(event) => onChange({ time: event.currentTarget.value })}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('replayRange.sinceHint')}
      </Text>
    </Fieldset>
  )
}

function Standing({ range: { state } }: { readonly range: ReplayRange }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  switch (state.kind) {
    case 'none':
    case 'counting':
      return null
    case 'counted':
      return (
        <Text fw={500}>
          {t('replayRange.counted', { count: state.matched, number: show.number(state.matched) })}
        </Text>
      )
    case 'running':
    case 'stopped':
    case 'done': {
      const { replayed, matched } = state
      const numbers = { done: show.number(replayed), all: show.number(matched) }
      return (
        <Stack gap={6}>
          <Progress
            value={matched === 0 ? 100 : (100 * replayed) / matched}
            animated={state.kind === 'running'}
            aria-label={t('replayRange.progress')}
          />
          <Text size="sm">{t(`replayRange.${state.kind}`, numbers)}</Text>
        </Stack>
      )
    }
  }
}

interface EndingProps {
  readonly range: ReplayRange
  /** undefined while the choice cannot be read. */
  readonly span: (() => ReplaySelection) | undefined
  readonly onClose: () => void
}

function Ending({ range, span, onClose }: EndingProps) {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { state } = range
  const isOver = state.kind === 'done' || state.kind === 'stopped'
  return (
    <Group justify="flex-end" gap="xs">
      {state.kind === 'running' ? (
        <Button variant="default" onClick={range.stop}>
          {t('replayRange.stop')}
        </Button>
      ) : (
        <Button variant="default" onClick={onClose}>
          {isOver ? tFrame('close') : tFrame('cancel')}
        </Button>
      )}
      {(state.kind === 'none' || state.kind === 'counting') && (
        <Button
          loading={state.kind === 'counting'}
          disabled={span === undefined}
          onClick={() => span && range.count(span())}
        >
          {t('replayRange.count')}
        </Button>
      )}
      {state.kind === 'counted' && (
        <Button disabled={state.matched === 0} onClick={range.run}>
          {t('replayRange.action', { count: state.matched })}
        </Button>
      )}
    </Group>
  )
}

/** Ends at the moment of the count, so that later failures are not sent twice. */
function spanOf({ status, event, day, time }: Choice): ReplaySelection {
  const start = day === '' ? undefined : new Date(`${day}T${time}`)
  return {
    status,
    ...(event === '' ? {} : { event }),
    ...(start === undefined || Number.isNaN(start.getTime())
      ? {}
      : { created_from: start.toISOString() }),
    created_to: new Date().toISOString(),
  }
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

function localMinute(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
