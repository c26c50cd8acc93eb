// Webhook endpoints of one environment, with their health, and how to add one.

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ConsoleWebhookJson } from '../../../server/console-api/webhooks/console-webhook-json.ts'
import { useMay } from '../../api/session.ts'
import { useList } from '../../api/use-api.ts'
import { useEnvironment } from '../../frame/environment.tsx'
import { type Column, ListTable } from '../../frame/lists/list-table.tsx'
import { BreakingName } from '../../frame/parts/breaking-name.tsx'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { EmptyState } from '../../frame/parts/empty-state.tsx'
import { PageHeader } from '../../frame/parts/page-header.tsx'
import { LastDay, StateBadge, webhookStateOf } from './states.tsx'
import { WebhookFormDialog } from './webhook-form-dialog.tsx'
import classes from './webhooks.module.css'

export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const { t: tFrame } = useTranslation('frame')
  const { environment } = useEnvironment()
  const mayManage = useMay()('webhooks.manage')
  const [isAdding, setAdding] = useState(false)
  const add = mayManage && <Button onClick={() => setAdding(true)}>{t('form.add')}</Button>
  return (
    <>
      <PageHeader
        title={tFrame('pages.webhooks')}
        text={t('text')}
        actions={
          <>
            <Button variant="default" component={Link} to="/webhooks/check">
              {t('check.title')}
            </Button>
            {add}
          </>
        }
      />
      <ListTable
        list={useList<ConsoleWebhookJson>('/webhooks', { environment })}
        columns={useColumns()}
        label={tFrame('pages.webhooks')}
        linkOf={({ id }) => `/webhooks/${id}`}
        empty={<EmptyState text={t('empty')}>{add}</EmptyState>}
      />
      {isAdding && <WebhookFormDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function useColumns(): readonly Column<ConsoleWebhookJson>[] {
  const { t } = useTranslation('webhooks')
  return [
    {
      id: 'url',
      title: t('url'),
      show: ({ url, description }) => (
        <span className={classes.address}>
          <bdi dir="ltr">
            <BreakingName name={url} />
          </bdi>
          <Text component="span" size="xs" c="dimmed" display="block" fw={400}>
            {description}
          </Text>
        </span>
      ),
    },
    {
      id: 'status',
      title: t('status'),
      show: (item) => <StateBadge state={webhookStateOf(item)} />,
      width: 115,
    },
    {
      id: 'events',
      title: t('events'),
      show: ({ events }) => <CodeList codes={events} />,
      width: 190,
      fromWidth: 1100,
    },
    {
      id: 'lastDay',
      title: t('lastDay.label'),
      show: ({ health }) => <LastDay day={health.last_day} />,
      width: 130,
      fromWidth: 900,
    },
  ]
}
