// One operation: description, scopes, code examples, request and responses.

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '../../frame/load-part.tsx'
import { MarkdownText } from '../../frame/markdown/markdown-text.tsx'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { CopyAction } from '../../frame/parts/id-text.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { baseUrl } from './base-url.ts'
import { Collapsible } from './collapsible.tsx'
import classes from './developer.module.css'
import { ExampleChoice } from './example-choice.tsx'
import { FieldList } from './field-list.tsx'
import type { OpenApiDocument } from './reference/openapi-document.ts'
import { type Operation, type OperationHead, readOperation } from './reference/read-reference.ts'
import type { ReferenceState } from './reference-state.ts'
import { ResponseList } from './response-list.tsx'
import { SamplesPanel } from './samples-panel.tsx'

const TryPanel = loadPart(async () => (await import('./try/try-panel.tsx')).TryPanel)

interface OperationViewProps {
  readonly document: OpenApiDocument
  readonly head: OperationHead
  readonly referenceState: ReferenceState
}

export function OperationView({ document, head, referenceState }: OperationViewProps) {
  const { t } = useTranslation('developer')
  const [isTrying, setTrying] = useState(false)
  const operation = useMemo(() => readOperation(document, head), [document, head])
  const url = baseUrl(document)
  return (
    <Stack gap="md">
      <Heading operation={operation} />
      {operation.kind === 'call' && (
        <>
          <Group>
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              aria-expanded={isTrying}
              onClick={() => setTrying(!isTrying)}
            >
              {t('try.open')}
            </Button>
          </Group>
          {isTrying && <TryPanel operation={operation} referenceState={referenceState} />}
          <SamplesPanel operation={operation} url={url} referenceState={referenceState} />
        </>
      )}
      <Taken operation={operation} />
      <Panel title={t(operation.kind === 'event' ? 'answer.yours' : 'answer.title')}>
        <ResponseList answers={operation.answers} />
      </Panel>
    </Stack>
  )
}

function Heading({ operation }: { readonly operation: Operation }) {
  const { t } = useTranslation('developer')
  const { summary, description, method, path, kind, needsKey, scopes } = operation
  const address = kind === 'event' ? path : `${method} /v1${path}`
  return (
    <div>
      <div dir="ltr">
        <Title order={2} fz="lg" tabIndex={-1} lang="en" className={classes.title ?? ''}>
          {summary}
        </Title>
        <Group gap={4} wrap="nowrap" mb="xs">
          <span className={`svc-mono ${classes.path}`}>{address}</span>
          <CopyAction text={address} what={address} />
        </Group>
        <div lang="en">
          <MarkdownText text={description} />
        </div>
      </div>
      <Text size="sm" mt="xs">
        {kind === 'event' && t('needs.event')}
        {kind === 'call' && !needsKey && t('needs.nothing')}
        {kind === 'call' && needsKey && (
          <>
            {t('needs.scope')} <CodeList codes={scopes} />
          </>
        )}
      </Text>
    </div>
  )
}

const places = ['path', 'query', 'header'] as const

function Taken({ operation: { parameters, body } }: { readonly operation: Operation }) {
  const { t } = useTranslation('developer')
  return (
    <>
      {places.map((place) => {
        const fields = parameters.filter((one) => one.place === place).map(({ field }) => field)
        if (fields.length === 0) return null
        return (
          <Panel key={place} title={t(`parameters.${place}`)}>
            <FieldList fields={fields} isAsked />
          </Panel>
        )
      })}
      {body && (
        <Panel
          title={t(`body.${body.kind}`)}
          text={body.isRequired ? undefined : t('body.optional')}
        >
          <FieldList fields={body.fields} isAsked />
          {body.examples.length > 0 && (
            <Collapsible title={<Text size="sm">{t('body.examples')}</Text>}>
              <ExampleChoice examples={body.examples} />
            </Collapsible>
          )}
        </Panel>
      )}
    </>
  )
}
