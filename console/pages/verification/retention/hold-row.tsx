// One legal hold in force. Releasing it is confirmed in a second step, since it cannot be undone.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegalHoldJson } from '../../../../server/erasure/retention-json.ts'
import { useChange } from '../../../api/use-api.ts'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { Instant } from '../../../frame/parts/instant.tsx'
import { notifyDone } from '../../../frame/parts/notify.ts'
import classes from './retention.module.css'

interface HoldRowProps {
  readonly hold: LegalHoldJson
  /** The row goes then, and the focus with it. */
  readonly onReleased: () => void
}

export function HoldRow({ hold, onReleased }: HoldRowProps) {
  const { t } = useTranslation('verifications')
  const [step, setStep] = useState<'shown' | 'asked' | 'kept'>('shown')
  return (
    <div className={classes.hold}>
      <HoldText hold={hold} />
      {step === 'asked' ? (
        <ReleaseQuestion hold={hold} onReleased={onReleased} onKeep={() => setStep('kept')} />
      ) : (
        <Button
          size="compact-xs"
          h={24}
          variant="default"
          autoFocus={step === 'kept'}
          aria-label={t('retention.releaseNamed', { id: hold.id })}
          onClick={() => setStep('asked')}
        >
          {t('retention.release')}
        </Button>
      )}
    </div>
  )
}

export function HoldText({ hold }: Pick<HoldRowProps, 'hold'>) {
  const { reason, reference, until, set_at: setAt, released_at: releasedAt } = hold
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  return (
    <Text size="sm">
      {tLabels(`holdReason.${reason}`)}
      {reference !== null && ` · ${reference}`}
      {' · '}
      {t('retention.setOn')} <Instant at={setAt} />
      {' · '}
      {until === null && releasedAt === null && t('retention.untilReleased')}
      {until !== null && (
        <>
          {t('retention.untilDay')} <Instant at={until} />
        </>
      )}
      {until !== null && releasedAt !== null && ' · '}
      {releasedAt !== null && (
        <>
          {t('retention.releasedOn')} <Instant at={releasedAt} />
        </>
      )}
    </Text>
  )
}

/** The focus is on keeping the hold, so that Enter pressed twice releases nothing. */
function ReleaseQuestion({
  hold,
  onReleased,
  onKeep,
}: HoldRowProps & { readonly onKeep: () => void }) {
  const { t } = useTranslation('verifications')
  const release = useChange<LegalHoldJson, LegalHoldJson>(
    ({ id }) => ({ path: `/holds/${id}/release`, method: 'POST', json: {} }),
    { touches: [`/verifications/${hold.verification_id}/retention`] },
  )
  const send = () =>
    release.mutate(hold, {
      onSuccess() {
        onReleased()
        notifyDone(t('retention.released'))
      },
    })
  return (
    <div className={classes.question}>
      <Text size="sm">{t('retention.releaseAsk')}</Text>
      {release.error && <ErrorState error={release.error} />}
      <Group gap="xs" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          autoFocus
          disabled={release.isPending}
          aria-label={t('retention.keepNamed', { id: hold.id })}
          onClick={onKeep}
        >
          {t('retention.keep')}
        </Button>
        <Button
          size="xs"
          color="red"
          loading={release.isPending}
          aria-label={t('retention.releaseNamed', { id: hold.id })}
          onClick={send}
        >
          {t('retention.release')}
        </Button>
      </Group>
    </div>
  )
}
