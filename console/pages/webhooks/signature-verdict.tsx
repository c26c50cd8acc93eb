// Result of a signature check: verdict, proven cause, and the values behind it.

import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
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
  const { verdict, cause, fitsIn, ageSeconds, expected } = check
  const { colour, Shape } = lookOf(check)
  const age = ageSeconds === undefined ? '' : show.number(Math.abs(ageSeconds))
  const limit = show.number(toleranceSeconds)
  // The matching one of several; during a rotation not always the first.
  const signature = fitsIn === 'svc-signatures' ? expected : received.headers['svc-signature']
  const timestamp = Number(received.headers['svc-timestamp'])
  return (
    <Stack gap="md">
      <Alert
        color={colour}
        variant="light"
        icon={<Shape aria-hidden />}
        title={t(`verdict.${verdict}.title`)}
      >
        <Text size="sm">{t(`verdict.${verdict}.text`, { age, limit })}</Text>
        {cause !== undefined && (
          <Text size="sm" fw={500} mt="xs">
            {t(`cause.${cause}`)}
          </Text>
        )}
        {cause === undefined && verdict === 'signature_mismatch' && (
          <Text size="sm" mt="xs">
            {t('check.unexplained')}
          </Text>
        )}
      </Alert>
      <Facts
        facts={[
          fitsIn === undefined ? undefined : [t('check.fitsIn'), <Mono key="in" text={fitsIn} />],
          ageSeconds === undefined || !isInstant(timestamp)
            ? undefined
            : [
                t('check.timestamp'),
                <Instant key="at" at={new Date(timestamp * 1000).toISOString()} isExact />,
              ],
          [
            t('check.checkedAt'),
            <Instant key="now" at={new Date(askedAtMs).toISOString()} isExact />,
          ],
          ageSeconds === undefined
            ? undefined
            : [
                t('check.age'),
                t('check.seconds', { shown: show.number(ageSeconds), count: ageSeconds }),
              ],
          [
            t('check.tolerance'),
            t('check.seconds', { shown: show.number(toleranceSeconds), count: toleranceSeconds }),
          ],
          expected === undefined
            ? undefined
            : [t('check.expected'), <IdText key="ex" id={expected} />],
          signature === undefined || signature === ''
            ? undefined
            : [t('check.offered'), <Mono key="of" text={signature} />],
          [t('attempts.body'), t('attempts.bytes', { bytes: show.number(received.body.length) })],
        ]}
      />
    </Stack>
  )
}

function Mono({ text }: { readonly text: string }) {
  return <span className="svc-mono">{text}</span>
}

function lookOf({ verdict }: SignatureCheck) {
  if (verdict === 'valid') return { colour: 'accent', Shape: IconCircleCheck }
  const isFit = verdict === 'stale_timestamp' || verdict === 'future_timestamp'
  return isFit
    ? { colour: 'yellow', Shape: IconAlertTriangle }
    : { colour: 'red', Shape: IconCircleX }
}

/** The range of Date. */
function isInstant(seconds: number): boolean {
  return Math.abs(seconds * 1000) <= 8.64e15
}
