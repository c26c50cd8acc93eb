// Requests the erasure of a verification, which a second person has to approve; or says why it must be kept.

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconClock, IconLock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ErasureReason, erasureReasons } from '../../../../server/erasure/erasure-reason.ts'
import type {
  ErasureRequestedJson,
  RetentionJson,
} from '../../../../server/erasure/retention-json.ts'
import { useChange } from '../../../api/use-api.ts'
import { ErrorState } from '../../../frame/parts/error-state.tsx'
import { notifyDone } from '../../../frame/parts/notify.ts'
import { languageOf } from '../../../words/languages.ts'
import { ReasonSelect } from './reason-select.tsx'

interface RequestErasureProps {
  readonly id: string
  readonly retention: RetentionJson
}

export function RequestErasure({ id, retention }: RequestErasureProps) {
  const { t, i18n } = useTranslation('verifications')
  // The reference of the authority lifts this one.
  const blocks = retention.blocks.filter(({ code }) => code !== 'disposal_approval')
  if (retention.request !== null) {
    return (
      <Alert variant="light" color="gray" icon={<IconClock aria-hidden />} role="status">
        {t('retention.waits')}
      </Alert>
    )
  }
  if (blocks.length > 0) {
    return (
      <Alert variant="light" icon={<IconLock aria-hidden />} title={t('retention.blocked')}>
        <Stack gap={6}>
          {blocks.map(({ code, text }) => (
            <Text key={code} size="sm">
              {text[languageOf(i18n.language)]}
            </Text>
          ))}
        </Stack>
      </Alert>
    )
  }
  return <RequestForm id={id} authority={retention.disposal_approval} />
}

interface ErasureBody {
  readonly reason: ErasureReason
  readonly authority_reference?: string
}

function RequestForm({
  id,
  authority,
}: {
  readonly id: string
  readonly authority: string | null
}) {
  const { t } = useTranslation('verifications')
  const { t: tLabels } = useTranslation('labels')
  const [reason, setReason] = useState<ErasureReason | undefined>(undefined)
  const [reference, setReference] = useState('')
  const ask = useChange<ErasureBody, ErasureRequestedJson>(
    (json) => ({ path: `/verifications/${id}/erasure/request`, method: 'POST', json }),
    { touches: ['/approvals', `/verifications/${id}/retention`] },
  )
  const send = () => {
    if (reason === undefined) return
    ask.mutate(
      { reason, ...(reference === '' ? {} : { authority_reference: reference }) },
      { onSuccess: () => notifyDone(t('retention.requested')) },
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t('retention.destroys')}</Text>
      <ReasonSelect
        reasons={erasureReasons}
        reason={reason}
        onChoose={setReason}
        nameOf={(one) => tLabels(`erasureReason.${one}`)}
      />
      {authority !== null && (
        <TextInput
          label={t('retention.reference', { authority })}
          value={reference}
          maxLength={64}
          onChange={({ currentTarget: { value } }) => setReference(value)}
        />
      )}
      {ask.error && <ErrorState error={ask.error} />}
      <Group justify="flex-end">
        <Button
          color="red"
          disabled={reason === undefined}
          loading={ask.isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={send}
        >
          {t('retention.request')}
        </Button>
      </Group>
    </Stack>
  )
}
