// Delivery attempts, newest first and open: request and response of each.

import { Accordion, Anchor, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { AttemptJson } from '../../../server/api/webhooks/delivery-api.ts'
import type {
  ConsoleDeliveryJson,
  RequestJson,
} from '../../../server/console-api/webhooks/console-delivery-json.ts'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { StatusBadge } from '../../frame/parts/status-badge.tsx'
import { useShow } from '../../words/show.ts'
import { ExchangeWords, useOutcome } from './exchange-words.tsx'
import { Facts } from './facts.tsx'
import { toleranceSeconds } from './signature/check-signature.ts'
import classes from './webhooks.module.css'

export function AttemptsPanel({ delivery }: { readonly delivery: ConsoleDeliveryJson }) {
  const { t } = useTranslation('webhooks')
  const { attempt_log: log, request } = delivery
  const last = log.at(-1)
  return (
    <Panel title={t('attempts.title')} text={t(`request.${request.state}`)}>
      {last === undefined ? (
        <EmptyState text={delivery.attempts === 0 ? t('attempts.none') : t('attempts.gone')} />
      ) : (
        <Accordion
          variant="separated"
          defaultValue={String(last.number)}
          transitionDuration={0}
          order={3}
        >
          {log
            .map((attempt, index) => (
              <Attempt key={attempt.number} attempt={attempt} request={request} index={index} />
            ))
            .toReversed()}
        </Accordion>
      )}
    </Panel>
  )
}

interface AttemptProps {
  readonly attempt: AttemptJson
  readonly request: RequestJson
  /** Index in the log, shared with its headers. */
  readonly index: number
}

function Attempt({ attempt, request, index }: AttemptProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const outcome = useOutcome()
  return (
    <Accordion.Item value={String(attempt.number)}>
      <Accordion.Control>
        <Group gap="sm">
          <Text component="span" fw={500} size="sm">
            {t('attempts.number', { number: attempt.number })}
          </Text>
          <StatusBadge
            tone={attempt.error === null ? 'approved' : 'declined'}
            label={outcome(attempt)}
          />
          <Text component="span" size="sm" c="dimmed">
            <Instant at={attempt.started_at} isExact /> · {show.duration(attempt.duration_ms)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Request request={request} index={index} sentAtMs={Date.parse(attempt.started_at)} />
          <section>
            <Title order={4} size="sm" mb={4}>
              {t('attempts.response')}
            </Title>
            <ExchangeWords exchange={attempt} />
            <Text size="xs" c="dimmed" mt="xs">
              {t('attempts.noBody')}
            </Text>
          </section>
        </SimpleGrid>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

interface RequestProps extends Omit<AttemptProps, 'attempt'> {
  readonly sentAtMs: number
}

function Request({ request, index, sentAtMs }: RequestProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  if (request.state !== 'made') return null
  const headers = request.headers[index] ?? {}
  const timestamp = Number(headers['svc-timestamp'])
  return (
    <section>
      <Title order={4} size="sm" mb={4}>
        {t('attempts.request')}
      </Title>
      <pre className={`svc-mono ${classes.headers}`}>
        {`POST ${request.url}\n`}
        {Object.entries(headers).map(([name, value]) => (
          <span key={name}>
            <span className={classes.headerName}>{name}: </span>
            {`${value}\n`}
          </span>
        ))}
      </pre>
      <Facts
        facts={[
          [t('attempts.signedAt'), <SignedAt key="at" seconds={timestamp} sentAtMs={sentAtMs} />],
          [t('attempts.body'), t('attempts.bytes', { bytes: show.number(request.body_bytes) })],
        ]}
      />
      <Anchor component={Link} to="/webhooks/check" size="sm">
        {t('check.open')}
      </Anchor>
    </section>
  )
}

interface SignedAtProps {
  readonly seconds: number
  readonly sentAtMs: number
}

/** The signed timestamp and its age when sent, which a receiver checks. */
function SignedAt({ seconds, sentAtMs }: SignedAtProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const age = Math.max(0, Math.floor(sentAtMs / 1000) - seconds)
  return (
    <>
      <Instant at={new Date(seconds * 1000).toISOString()} isExact />
      <Text size="xs" c="dimmed">
        {t('attempts.age', { age: show.number(age), limit: show.number(toleranceSeconds) })}
      </Text>
    </>
  )
}
