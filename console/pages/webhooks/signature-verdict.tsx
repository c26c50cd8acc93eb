// Result of a signature check: what to put right, and the values behind it.

import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IdText } from '../../frame/parts/id-text.tsx'
import { useShow } from '../../words/show.ts'
import { Facts } from './facts.tsx'
import {
  checkSignature,
  type Received,
  type SignatureCheck,
  toleranceSeconds,
} from './signature/check-signature.ts'

export interface CheckInput {
  readonly received: Received
  readonly askedAtMs: number
}

export function SignatureVerdictAlert({ input }: { readonly input: CheckInput }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const { received, askedAtMs } = input
  const [promise] = useState(() => checkSignature(received, askedAtMs))
  const check = use(promise)
  const { verdict, mistake = 'none', ageSeconds, expected, offered } = check
  const { colour, Shape } = lookOf(check)
  const age = ageSeconds === undefined ? '' : show.number(ageSeconds)
  const limit = show.number(toleranceSeconds)
  const header = verdict.endsWith('signature') ? 'svc-signature' : 'svc-timestamp'
  return (
    <Stack gap="md">
      <Alert
        color={colour}
        variant="light"
        icon={<Shape aria-hidden />}
        title={t(`mistake.${mistake}.title`, { header })}
      >
        {t(`mistake.${mistake}.text`)}
      </Alert>
      <Facts
        facts={[
          age === '' ? undefined : [t('check.age'), t('check.ageOf', { age, limit })],
          expected === undefined
            ? undefined
            : [t('check.expected'), <IdText key="ex" id={expected} />],
          offered === undefined
            ? undefined
            : [
                t('check.offered'),
                <span key="of" className="svc-mono">
                  {offered}
                </span>,
              ],
          [t('attempts.body'), t('attempts.bytes', { bytes: show.number(received.body.length) })],
        ]}
      />
    </Stack>
  )
}

function lookOf({ mistake }: SignatureCheck) {
  if (mistake === undefined) return { colour: 'accent', Shape: IconCircleCheck }
  return mistake === 'age'
    ? { colour: 'yellow', Shape: IconAlertTriangle }
    : { colour: 'red', Shape: IconCircleX }
}
