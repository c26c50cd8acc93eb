// Timeline of a verification, oldest first: submission, provider, result, score, usage, delivery
// attempts, review and, on request, accesses.

import { Switch, Text } from '@mantine/core'
import {
  type Icon,
  IconCheck,
  IconClipboardCheck,
  IconEye,
  IconFlag,
  IconGauge,
  IconReceipt,
  IconReceiptRefund,
  IconSend,
  IconUpload,
  IconWebhook,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MomentJson } from '../../../server/console-api/verifications/verification-detail-json.ts'
import { hourMs } from '../../../server/kernel/durations.ts'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import rows from '../../frame/parts/rows.module.css'
import { useShow } from '../../words/show.ts'
import classes from './time-line.module.css'
import { useMomentText } from './use-moment-text.ts'
import type { VerificationTabProps } from './verification-tab-props.ts'

export function TimeLineTab({ opened }: VerificationTabProps) {
  const { t } = useTranslation('verifications')
  const [withAccesses, setWithAccesses] = useState(false)
  const accesses = opened.time_line.filter(({ kind }) => kind === 'looked')
  const shown = withAccesses
    ? opened.time_line
    : opened.time_line.filter((one) => !accesses.includes(one))
  return (
    <>
      {accesses.length > 0 && (
        <Switch
          size="sm"
          mb="md"
          label={t('detail.time.looks', { count: accesses.length })}
          checked={withAccesses}
          onChange={(event) => setWithAccesses(event.currentTarget.checked)}
        />
      )}
      <ol className={rows.rows}>
        {shown.map((moment, index) => (
          <Moment
            // biome-ignore lint/suspicious/noArrayIndexKey: moments are only added, never moved
            key={`${moment.at} ${moment.kind} ${index}`}
            moment={moment}
            startedAt={opened.created_at}
          />
        ))}
      </ol>
    </>
  )
}

const icons: Readonly<Record<MomentJson['kind'], Icon>> = {
  submitted: IconUpload,
  upload_started: IconSend,
  provider_accepted: IconCheck,
  completed: IconFlag,
  scored: IconGauge,
  scoring_skipped: IconGauge,
  metered: IconReceipt,
  usage_corrected: IconReceiptRefund,
  webhook_queued: IconWebhook,
  webhook_attempted: IconWebhook,
  review_opened: IconClipboardCheck,
  review_entry: IconClipboardCheck,
  looked: IconEye,
}

interface MomentProps {
  readonly moment: MomentJson
  readonly startedAt: string
}

function Moment({ moment, startedAt }: MomentProps) {
  const text = useMomentText()
  const { title, more } = text(moment)
  const isAttempt = moment.kind === 'webhook_attempted'
  const failed = isAttempt && moment.what !== null
  const Shape = failed ? IconX : icons[moment.kind]
  return (
    <li className={classes.moment} data-tone={failed ? 'failed' : undefined}>
      <span className={classes.dot}>
        <Shape size={14} aria-hidden />
      </span>
      <div className={classes.what}>
        <div className={classes.head}>
          <span>
            {title}
            {isAttempt && moment.delivery_id !== null && <DeliveryEnd id={moment.delivery_id} />}
          </span>
          <Offset at={moment.at} startedAt={startedAt} />
        </div>
        <Text size="xs" c="dimmed">
          <Instant at={moment.at} />
          {more !== '' && ` · ${more}`}
        </Text>
        {!isAttempt && moment.delivery_id !== null && <IdText id={moment.delivery_id} isShort />}
      </div>
    </li>
  )
}

/** The end of the id, to tell deliveries apart. */
function DeliveryEnd({ id }: { readonly id: string }) {
  return (
    <>
      {' '}
      <span className={`svc-mono ${classes.end}`} title={id}>
        …{id.slice(-4)}
      </span>
    </>
  )
}

/** Its mark keeps the sign on the left of the number in Arabic too. */
const plus = '\u200e+'
const offsetMsMax = 2 * hourMs

/** Time since the submission, while it says more than the time of day. */
function Offset({ at, startedAt }: { readonly at: string; readonly startedAt: string }) {
  const show = useShow()
  const offsetMs = Date.parse(at) - Date.parse(startedAt)
  if (offsetMs <= 0 || offsetMs > offsetMsMax) return null
  return <span className={classes.offset}>{`${plus}${show.duration(offsetMs)}`}</span>
}
