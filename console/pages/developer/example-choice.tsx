// Examples of a body, one shown at a time.

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../frame/markdown/code-block.tsx'
import type { Example } from './reference/read-reference.ts'

export function ExampleChoice({ examples }: { readonly examples: readonly Example[] }) {
  const { t } = useTranslation('developer')
  const [chosen, setChosen] = useState(examples[0]?.name)
  const example = examples.find(({ name }) => name === chosen)
  if (example === undefined) return null
  return (
    <>
      {examples.length > 1 && (
        <ExampleSelect examples={examples} chosen={example.name} onChange={setChosen} />
      )}
      <CodeBlock text={JSON.stringify(example.value, undefined, 2)} label={t('example')} />
    </>
  )
}

interface ExampleSelectProps {
  readonly examples: readonly Example[]
  readonly chosen: string
  readonly onChange: (name: string) => void
}

export function ExampleSelect({ examples, chosen, onChange }: ExampleSelectProps) {
  const { t } = useTranslation('developer')
  return (
    <NativeSelect
      size="xs"
      maw={280}
      label={t('example')}
      value={chosen}
      data={examples.map(({ name }) => name)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
