// One delivery: its attempts with request and response, and a replay.

import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { AttemptJson } from '../../../server/api/webhooks/delivery-api.ts'
import type {
  ConsoleDeliveryJson,
  RequestJson,
} from '../../../server/console-api/webhooks/console-delivery-json.ts'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { toleranceSecondsDefault } from '../../../server/webhooks/signature-headers.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useMay, useReadableEnvironments } from '../../api/session.ts'
import { useRead } from '../../api/use-api.ts'
import { useEnvironment, useShownEnvironment } from '../../frame/environment.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Facts } from '../../frame/parts/facts.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { shortId } from '../../frame/parts/short-id.ts'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useShow } from '../../words/show.ts'
import { ActionDialog } from './action-dialog.tsx'
import { NoSuchDelivery } from './no-such-delivery.tsx'
import { StateBadge, useOutcome } from './states.tsx'
import { nameOfUrl } from './webhook-page.tsx'
import classes from './webhooks.module.css'

/** Interval in milliseconds; short, because a user who replays a delivery waits for it here. */
const readEveryMs = 3_000

export function DeliveryPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { id = '', deliveryId = '' } = useParams()
  const path = `/webhooks/${id}/deliveries/${deliveryId}`
  const name = `${t('delivery')} ${shortId(deliveryId)}`
  const { data, error, refetch, isPending } = useRead<ConsoleDeliveryJson>(path, {
    everyMs: readEveryMs,
  })
  const webhook = useRead<ConsoleWebhookJson>(`/webhooks/${id}`).data
  useShownEnvironment(webhook?.environment)
  const [isReplaying, setReplaying] = useState(false)
  const mayReplay = useMay()('webhooks.manage')
  if (isPending) return <Skeleton h={240} radius="lg" aria-busy="true" />
  if (isRefusedWith(error, 'not_found')) return <NoSuchDelivery webhookPath={`/webhooks/${id}`} />
  if (data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />
  const { state } = data.request
  const isKept = state === 'made' || state === 'secrets_unreadable'
  const above = webhook === undefined ? shortId(id) : nameOfUrl(webhook.url)
  return (
    <>
      <PagePlace
        title={name}
        name={shortId(deliveryId)}
        above={[
          { title: tFrame('pages.webhooks'), to: '/webhooks' },
          { title: above, to: `/webhooks/${id}` },
        ]}
      />
      <PageHeader
        title={name}
        actions={
          mayReplay && (
            <Button disabled={!isKept} onClick={() => setReplaying(true)}>
              {t('replay.action')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <DeliveryFacts delivery={data} />
        <Attempts delivery={data} />
      </Stack>
      {isReplaying && <ActionDialog act="replay" path={path} onClose={() => setReplaying(false)} />}
    </>
  )
}

interface DeliveryProps {
  readonly delivery: ConsoleDeliveryJson
}

function DeliveryFacts({ delivery }: DeliveryProps) {
  const { t } = useTranslation('webhooks')
  const { next_attempt_at: next, verification_id: verification } = delivery
  const { shown } = useEnvironment()
  const readable = useReadableEnvironments()
  const maySee = shown !== undefined && readable.includes(shown)
  return (
    <Panel title={delivery.event}>
      <Facts
        facts={[
          [t('status'), <StateBadge key="status" state={delivery.status} />],
          next !== null && [t('deliveries.next'), <Instant key="next" at={next} isExact />],
          [t('created'), <Instant key="created" at={delivery.created_at} isExact />],
          [t('id'), <IdText key="id" id={delivery.id} />],
          [t('event'), <IdText key="event" id={delivery.event_id} />],
          verification !== undefined && [
            t('verification'),
            <Group key="verification" gap="xs">
              <IdText id={verification} />
              {maySee && (
                <Anchor component={Link} to={`/verifications/${verification}`} size="sm">
                  {t('openVerification')}
                </Anchor>
              )}
            </Group>,
          ],
        ]}
      />
    </Panel>
  )
}

function Attempts({ delivery: { attempts, attempt_log: log, request } }: DeliveryProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Panel title={t('attempts.label')} text={t(`request.${request.state}`)}>
      {log.length === 0 && (
        <EmptyState text={t(attempts === 0 ? 'attempts.none' : 'attempts.gone')} />
      )}
      {log
        .map((attempt, index) => (
          <details key={attempt.number} open={index === log.length - 1}>
            <AttemptLine attempt={attempt} />
            <Attempt attempt={attempt} request={request} index={index} />
          </details>
        ))
        .toReversed()}
    </Panel>
  )
}

function AttemptLine({ attempt }: { readonly attempt: AttemptJson }) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const outcome = useOutcome()
  const tone = attempt.error === null ? 'approved' : 'declined'
  return (
    <Text component="summary" my="xs">
      {t('attempts.number', { number: attempt.number })}{' '}
      <StatusBadge tone={tone} label={outcome(attempt)} />{' '}
      <Text component="span" size="sm" c="dimmed">
        <Instant at={attempt.started_at} isExact /> · {show.duration(attempt.duration_ms)}
      </Text>
    </Text>
  )
}

interface AttemptProps {
  readonly attempt: AttemptJson
  readonly request: RequestJson
  /** Index in the log, shared with its headers. */
  readonly index: number
}

function Attempt({ attempt: { error, status_code, started_at }, request, index }: AttemptProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const advice = error === 'bad_status' ? adviceOn(status_code) : error
  const made = request.state === 'made' && { ...request, sent: request.headers[index] ?? {} }
  return (
    <>
      {advice !== null && (
        <Text size="sm" mb="sm">
          {t(`advice.${advice}`)}{' '}
          {advice === 'refused' && (
            <Anchor component={Link} to="/webhooks/check" underline="always">
              {t('check.title')}
            </Anchor>
          )}
        </Text>
      )}
      {made && (
        <>
          <pre className={`svc-mono ${classes.request}`}>
            {[`POST ${made.url}`, ...linesOf(made.sent), '', made.body ?? ''].join('\n').trim()}
          </pre>
          <Text size="xs" c="dimmed">
            {t('attempts.sent', {
              bytes: show.number(made.body_bytes),
              age: show.number(ageOf(made.sent, started_at)),
              limit: toleranceSecondsDefault,
            })}
          </Text>
        </>
      )}
    </>
  )
}

type SentHeaders = Readonly<Record<string, string>>

function linesOf(headers: SentHeaders): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** Seconds by which the signed timestamp was old when sent, which a receiver checks. */
function ageOf(headers: SentHeaders, startedAt: string): number {
  return Math.max(0, Math.floor(Date.parse(startedAt) / 1000) - Number(headers['svc-timestamp']))
}

function adviceOn(status: number | null): 'moved' | 'refused' | 'wrongPlace' | 'failed' {
  if (status !== null && status >= 300 && status < 400) return 'moved'
  if (status === 400 || status === 401 || status === 403) return 'refused'
  return status === 404 || status === 405 || status === 410 ? 'wrongPlace' : 'failed'
}
