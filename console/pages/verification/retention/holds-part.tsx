// The legal holds of a verification: lists those in force, releases them and sets new ones.

import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HoldReason, holdReasons } from '../../../../server/erasure/hold.ts'
import type { LegalHoldJson } from '../../../../server/erasure/retention-json.ts'
import { useChange } from '../../../api/use-api.ts'
import { DayField } from '../../../frame/parts/day-field.tsx'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { Instant } from '../../../frame/parts/instant.tsx'
import { notifyDone } from '../../../frame/parts/notify.ts'
import classes from './retention.module.css'

interface HoldsPartProps {
  readonly id: string
  readonly holds: readonly LegalHoldJson[]
}

export function HoldsPart({ id, holds }: HoldsPartProps) {
  const { t } = useTranslation('verifications')
  const inForce = holds.filter(({ in_force: isInForce }) => isInForce)
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {t('retention.holds')}
      </Title>
      {inForce.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('retention.noHold')}
        </Text>
      )}
      {inForce.map((hold) => (
        <Hold key={hold.id} hold={hold} />
      ))}
      <HoldForm id={id} />
    </Stack>
  )
}

function Hold({ hold }: { readonly hold: LegalHoldJson }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const release = useChange<LegalHoldJson, LegalHoldJson>(
    ({ id }) => ({ path: `/holds/${id}/release`, method: 'POST', json: {} }),
    { touches: [`/verifications/${hold.verification_id}/retention`] },
  )
  const send = () =>
    release.mutate(hold, {
      onSuccess: () => notifyDone(t('retention.released')),
    })
  return (
    <div className={classes.hold}>
      <Text size="sm">
        {tLabels(`holdReason.${hold.reason}`)}
        {hold.reference !== null && ` · ${hold.reference}`}
        {' · '}
        {hold.until === null ? (
          t('retention.untilReleased')
        ) : (
          <>
            {t('retention.untilDay')} <Instant at={hold.until} />
          </>
        )}
      </Text>
      <Button
        size="compact-xs"
        h={24}
        variant="default"
        loading={release.isPending}
        aria-label={t('retention.releaseNamed', { id: hold.id })}
        onClick={send}
      >
        {t('retention.release')}
      </Button>
      {release.error && <ErrorState error={release.error} />}
    </div>
  )
}

interface HoldBody {
  readonly reason: HoldReason
  readonly reference?: string
  readonly until?: string
}

function HoldForm({ id }: { readonly id: string }) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const [reason, setReason] = useState<HoldReason>('investigation')
  const [reference, setReference] = useState('')
  const [until, setUntil] = useState('')
  const set = useChange<HoldBody, LegalHoldJson>(
    (json) => ({ path: `/verifications/${id}/holds`, method: 'POST', json }),
    { touches: [`/verifications/${id}/retention`] },
  )
  const body: HoldBody = {
    reason,
    ...(reference === '' ? {} : { reference }),
    ...(until === '' ? {} : { until }),
  }
  const send = () =>
    set.mutate(body, {
      onSuccess() {
        setReference('')
        setUntil('')
        notifyDone(t('retention.holdSet'))
      },
    })
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('retention.reasonLabel')}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(reasonIn(value))}
        data={holdReasons.map((value) => ({ value, label: tLabels(`holdReason.${value}`) }))}
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
        <Button variant="default" loading={set.isPending} onClick={send}>
          {t('retention.setHold')}
        </Button>
      </Group>
    </Stack>
  )
}

function reasonIn(value: string): HoldReason {
  return holdReasons.find((one) => one === value) ?? 'investigation'
}
