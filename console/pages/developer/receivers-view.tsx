// How to verify webhooks: rules, receiver examples, and the events.

import { Anchor, List, Stack, Tabs, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CodeBlock } from '../../frame/markdown/code-block.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import classes from './developer.module.css'
import javaReceiver from './receivers/Receiver.java?raw'
import nodeReceiver from './receivers/receiver.mjs?raw'
import phpReceiver from './receivers/receiver.php?raw'
import pythonReceiver from './receivers/receiver.py?raw'
import type { OperationGroup } from './reference/read-reference.ts'

const receivers = [
  { name: 'Node', file: 'receiver.mjs', needs: 'Node 18+', text: nodeReceiver },
  { name: 'Python', file: 'receiver.py', needs: 'Python 3.8+', text: pythonReceiver },
  { name: 'PHP', file: 'receiver.php', needs: 'PHP 8', text: phpReceiver },
  { name: 'Java', file: 'Receiver.java', needs: 'Java 17+', text: javaReceiver },
] as const

const steps = ['bytes', 'check', 'store', 'once'] as const

export function ReceiversView({ groups }: { readonly groups: readonly OperationGroup[] }) {
  const { t } = useTranslation('developer')
  const [chosen, setChosen] = useState<string | null>('Node')
  const events = groups
    .flatMap(({ operations }) => operations)
    .filter(({ kind }) => kind === 'event')
  return (
    <Stack gap="md">
      <Title order={2} fz="lg" tabIndex={-1} className={classes.title ?? ''}>
        {t('receivers.title')}
      </Title>
      <Panel title={t('receivers.rules')}>
        <List type="ordered" spacing={6} size="sm">
          {steps.map((step) => (
            <List.Item key={step}>{t(`receivers.${step}`)}</List.Item>
          ))}
        </List>
      </Panel>
      <Panel title={t('receivers.code')} text={t('receivers.codeText')}>
        <Tabs value={chosen} onChange={setChosen} keepMounted={false}>
          <Tabs.List mb="xs" aria-label={t('receivers.code')}>
            {receivers.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {receivers.map(({ name, file, needs, text }) => (
            <Tabs.Panel key={name} value={name}>
              <Text size="xs" c="dimmed" mb={4}>
                <span className="svc-mono">{file}</span> · <bdi>{needs}</bdi>
              </Text>
              <CodeBlock text={text.trimEnd()} label={file} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Panel>
      <Panel title={t('receivers.events')} text={t('receivers.eventsText')}>
        <ul className={classes.fields} lang="en">
          {events.map(({ id, path, summary }) => (
            <li key={id}>
              <Anchor component={Link} to={{ hash: id }} className="svc-mono">
                {path}
              </Anchor>
              <Text size="sm">{summary}</Text>
            </li>
          ))}
        </ul>
      </Panel>
    </Stack>
  )
}
