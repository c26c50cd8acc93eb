// One endpoint: health, settings, deliveries, and what can be done with it.

import { ActionIcon, Button, Menu, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { isRefusedWith } from '../../api/refusal.ts'
import { useMay } from '../../api/session.ts'
import { useChange, useRead } from '../../api/use-api.ts'
import { useShownEnvironment } from '../../frame/environment.tsx'
import { PagePlace } from '../../frame/page-place.tsx'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { Facts } from '../../frame/parts/facts.tsx'
import { IdText } from '../../frame/parts/id-text.tsx'
import { Instant } from '../../frame/parts/instant.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { useShow } from '../../words/show.ts'
import { ActionDialog } from './action-dialog.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { RotateSecretDialog } from './secret-dialogs.tsx'
import { LastDay, StateBadge, webhookStateOf } from './states.tsx'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'
import classes from './webhooks.module.css'

/** Short enough to watch a replay. */
const everyMs = 10_000

export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { id = '' } = useParams()
  const read = useRead<ConsoleWebhookJson>(`/webhooks/${id}`, { everyMs })
  const { data: webhook, error } = read
  useShownEnvironment(webhook?.environment)
  if (read.isPending) return <Skeleton h={220} radius="lg" aria-busy="true" />
  if (isRefusedWith(error, 'not_found')) {
    return (
      <>
        <PagePlace
          title={t('deleted.title')}
          name={t('deleted.title')}
          above={[{ title: tFrame('pages.webhooks'), to: '/webhooks' }]}
        />
        <PageHeader title={t('deleted.title')} text={t('deleted.text')} />
        <DeliveriesPanel webhookId={id} webhook={undefined} />
      </>
    )
  }
  if (webhook === undefined) return <ErrorState error={error} onRetry={() => read.refetch()} />
  return (
    <>
      <PagePlace
        title={t('placeOf', { url: nameOfUrl(webhook.url) })}
        name={nameOfUrl(webhook.url)}
        above={[{ title: tFrame('pages.webhooks'), to: '/webhooks' }]}
      />
      <Header webhook={webhook} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" mb="lg">
        <Health webhook={webhook} />
        <Settings webhook={webhook} />
      </SimpleGrid>
      <DeliveriesPanel webhookId={id} webhook={webhook} />
    </>
  )
}

/** As titles name an endpoint: a query may hold a secret, and browsers keep titles. */
export function nameOfUrl(url: string): string {
  return url.replace(/\?.*/, '')
}

interface PartProps {
  readonly webhook: ConsoleWebhookJson
}

type Act = 'edit' | 'rotate' | 'pause' | 'resume' | 'delete'

/** A test opens its delivery, which shows request, signature and outcome. */
function Header({ webhook }: PartProps) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const [act, setAct] = useState<Act | undefined>(undefined)
  const path = `/webhooks/${webhook.id}`
  const test = useChange<void, { readonly delivery_id: string }>(
    () => ({ path: `${path}/test`, method: 'POST', json: {} }),
    { touches: ['/webhooks'] },
  )
  const open = { onSuccess: (sent: { delivery_id: string }) => show(sent.delivery_id) }
  const show = (deliveryId: string) => navigate(`${path}/deliveries/${deliveryId}`)
  const mayManage = useMay()('webhooks.manage')
  const close = () => setAct(undefined)
  const { pending, state } = webhook.health
  return (
    <>
      <PageHeader
        title={
          <bdi dir="ltr" className={classes.address}>
            <BreakingName name={webhook.url} />
          </bdi>
        }
        text={webhook.description}
        actions={
          mayManage && (
            <>
              {state !== 'awaiting_approval' && (
                <Button loading={test.isPending} onClick={() => test.mutate(undefined, open)}>
                  {t('test')}
                </Button>
              )}
              <ActMenu webhook={webhook} onChoose={setAct} />
            </>
          )
        }
      />
      {test.error && <ErrorState error={test.error} />}
      {act === 'edit' && <WebhookFormDialog webhook={webhook} onClose={close} />}
      {act === 'rotate' && <RotateSecretDialog webhook={webhook} onClose={close} />}
      {act === 'resume' && <ActionDialog act={act} path={path} onClose={close} />}
      {(act === 'pause' || act === 'delete') && (
        <ActionDialog act={act} path={path} cancels={pending} onClose={close} />
      )}
    </>
  )
}

function ActMenu({ webhook, onChoose }: PartProps & { readonly onChoose: (act: Act) => void }) {
  const { t } = useTranslation('webhooks')
  const turn = webhook.active ? 'pause' : 'resume'
  const isWaiting = webhook.health.state === 'awaiting_approval'
  const acts: readonly Act[] = ['edit', 'rotate', ...(isWaiting ? [] : ([turn] as const)), 'delete']
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('more')}>
        {acts.map((act) => (
          <Menu.Item key={act} onClick={() => onChoose(act)}>
            {t(`${act}.action`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Health({ webhook }: PartProps) {
  const { t } = useTranslation('webhooks')
  const show = useShow()
  const { health, failing_since: failing, address_approval: waiting } = webhook
  const state = webhookStateOf(webhook)
  return (
    <Panel title={t('health')}>
      <Facts
        facts={[
          [t('status'), <StateBadge key="state" state={state} />],
          failing !== null && [t('failingSince'), instantOf(failing)],
          [t('lastDay.label'), <LastDay key="day" day={health.last_day} />],
          [t('lastDelivery'), instantOf(health.last_delivered_at)],
          [t('state.pending'), show.number(health.pending)],
          health.due_since !== null && [t('dueSince'), instantOf(health.due_since)],
        ]}
      />
      {state !== 'well' && <Note>{t(`means.${state}`)}</Note>}
      {waiting?.is_new === false && <Note>{t('approval.of', { url: waiting.url })}</Note>}
    </Panel>
  )
}

function Settings({ webhook }: PartProps) {
  const { t } = useTranslation('webhooks')
  const { events, client_certificate: certificate, secret_rotation: rotation } = webhook
  return (
    <Panel title={t('settings')}>
      <Facts
        facts={[
          [t('id'), <IdText key="id" id={webhook.id} />],
          [
            t('events'),
            <CodeList
              key="events"
              codes={events}
              show={(event) => <BreakingName name={event} />}
            />,
          ],
          [t('form.mode'), t(`mode.${webhook.timestamp_mode}.name`)],
          [t('certificate.label'), certificate?.subject ?? '–'],
          certificate !== null && [t('certificate.until'), instantOf(certificate.expires_at)],
          certificate !== null && ['SHA-256', certificate.fingerprint_sha256],
          [t('created'), instantOf(webhook.created_at)],
          rotation !== null && [t('rotate.newFrom'), instantOf(rotation.activates_at)],
        ]}
      />
      {rotation !== null && <Note>{t('rotate.overlap')}</Note>}
    </Panel>
  )
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" mt="sm" className={classes.address ?? ''}>
      {children}
    </Text>
  )
}

function instantOf(at: string | null): ReactNode {
  return at === null ? '–' : <Instant at={at} />
}
