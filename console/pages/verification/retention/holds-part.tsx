// The legal holds of a verification: lists those in force and sets new ones.

import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HoldReason, holdReasons } from '../../../../server/erasure/hold.ts'
import type { LegalHoldJson } from '../../../../server/erasure/retention-json.ts'
import { useChange } from '../../../api/use-api.ts'
import { DayField } from '../../../frame/parts/day-field.tsx'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { notifyDone } from '../../../frame/parts/notify.ts'
import { HoldRow, HoldText } from './hold-row.tsx'
import { ReasonSelect } from './reason-select.tsx'

interface HoldsPartProps {
  readonly id: string
  readonly holds: readonly LegalHoldJson[]
}

export function HoldsPart({ id, holds }: HoldsPartProps) {
  const { t } = useTranslation('verifications')
  const inForce = holds.filter(({ in_force: isInForce }) => isInForce)
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  return (
    <Stack gap="sm">
      <Title ref={title} tabIndex={-1} order={2} size="h5">
        {t('retention.holds')}
      </Title>
      {inForce.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('retention.noHold')}
        </Text>
      )}
      {inForce.map((hold) => (
        <HoldRow key={hold.id} hold={hold} onReleased={focusTitle} />
      ))}
      <HoldForm id={id} onSet={focusTitle} />
    </Stack>
  )
}

/** Those that are over too, to check who was kept from being erased, and when. */
export function HoldsToRead({ holds }: Pick<HoldsPartProps, 'holds'>) {
  const { t } = useTranslation('verifications')
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('retention.holds')}
      </Title>
      {holds.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('retention.noHold')}
        </Text>
      )}
      {holds.map((hold) => (
        <HoldText key={hold.id} hold={hold} />
      ))}
    </Stack>
  )
}

interface HoldBody {
  readonly reason: HoldReason
  readonly reference?: string
  readonly until?: string
}

interface HoldFormProps {
  readonly id: string
  readonly onSet: () => void
}

function HoldForm({ id, onSet }: HoldFormProps) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const [reason, setReason] = useState<HoldReason | undefined>(undefined)
  const [reference, setReference] = useState('')
  const [until, setUntil] = useState('')
  const set = useChange<HoldBody, LegalHoldJson>(
    (json) => ({ path: `/verifications/${id}/holds`, method: 'POST', json }),
    { touches: [`/verifications/${id}/retention`] },
  )
  const send = () => {
    if (reason === undefined) return
    const body: HoldBody = {
      reason,
      ...(reference === '' ? {} : { reference }),
      ...(until === '' ? {} : { until }),
    }
    set.mutate(body, {
      onSuccess() {
        onSet()
        setReason(undefined)
        setReference('')
        setUntil('')
        notifyDone(t('retention.holdSet'))
      },
    })
  }
  return (
    <Stack gap="sm">
      <ReasonSelect
        reasons={holdReasons}
        reason={reason}
        onChoose={setReason}
        nameOf={(one) => tLabels(`holdReason.${one}`)}
      />
      <TextInput
        label={t('retention.holdReference')}
        value={reference}
        maxLength={64}
        onChange={({ currentTarget: { value } }) => setReference(value)}
      />
      <DayField
        label={t('retention.until')}
        value={until}
        onChange={setUntil}
        width={220}
        size="sm"
      />
      {set.error && <ErrorState error={set.error} />}
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={reason === undefined}
          loading={set.isPending}
          onClick={send}
        >
          {t('retention.setHold')}
        </Button>
      </Group>
    </Stack>
  )
}
