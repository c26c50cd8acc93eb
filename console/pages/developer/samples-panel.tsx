// Code examples of an operation in four languages, with the reader's base URL.

import { Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../frame/markdown/code-block.tsx'
import { Panel } from '../../frame/parts/panel.tsx'
import { ExampleSelect } from './example-choice.tsx'
import type { Operation } from './reference/read-reference.ts'
import type { ReferenceState } from './reference-state.ts'
import { sampleRequest } from './samples/sample-request.ts'
import { sampleLanguageNames, sampleLanguages, writeSample } from './samples/samples.ts'

interface SamplesPanelProps {
  readonly operation: Operation
  readonly url: string
  readonly referenceState: ReferenceState
}

export function SamplesPanel({ operation, url, referenceState }: SamplesPanelProps) {
  const { t } = useTranslation('developer')
  const examples = operation.body?.examples ?? []
  const [chosen, setChosen] = useState(examples[0]?.name ?? '')
  const example = examples.find(({ name }) => name === chosen)
  const request = sampleRequest(operation, url, example)
  const choose = (name: string | null) => {
    const language = sampleLanguages.find((one) => one === name)
    if (language !== undefined) referenceState.change({ language })
  }
  return (
    <Panel title={t('samples.title')}>
      {examples.length > 1 && (
        <ExampleSelect examples={examples} chosen={chosen} onChange={setChosen} />
      )}
      <Tabs value={referenceState.language} onChange={choose} keepMounted={false} mt="xs">
        <Tabs.List mb="xs" aria-label={t('samples.title')}>
          {sampleLanguages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {sampleLanguageNames[language]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sampleLanguages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock
              text={writeSample(language, request)}
              label={sampleLanguageNames[language]}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
      {operation.needsKey && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('samples.key')} <span className="svc-mono">SVC_API_KEY=svc_sandbox_…</span>
        </Text>
      )}
    </Panel>
  )
}
