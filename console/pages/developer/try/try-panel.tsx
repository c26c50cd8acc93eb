// Sends a sandbox request from the page: key (kept in memory only), parameters, body, response.

import { Alert, Button, Group, PasswordInput, Stack, Textarea } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../frame/parts/panel.tsx'
import { ExampleSelect } from '../example-choice.tsx'
import type { Example, Operation } from '../reference/read-reference.ts'
import type { ReferenceState } from '../reference-state.ts'
import { faultOfInput, putTogether, type TryInput } from './put-together.ts'
import { faultOfKey } from './sandbox-key.ts'
import { sendRequest, type TryAnswer } from './send-request.ts'
import { TryAnswerView } from './try-answer-view.tsx'
import { TryParameters } from './try-parameters.tsx'

interface TryPanelProps {
  readonly operation: Operation
  readonly referenceState: ReferenceState
}

type Outcome =
  | { readonly kind: 'none' | 'sending' | 'failed' }
  | { readonly kind: 'answered'; readonly answer: TryAnswer }

export function TryPanel({ operation, referenceState }: TryPanelProps) {
  const { t } = useTranslation('developer')
  const [input, setInput] = useState(() => inputAtFirst(operation))
  const [isChecked, setChecked] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const whole = { ...input, key: referenceState.key }
  const keyFault = operation.needsKey ? faultOfKey(referenceState.key) : undefined
  const fault = faultOfInput(operation, whole)
  const change = (part: Partial<TryInput>) => setInput((before) => ({ ...before, ...part }))

  async function send(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    setChecked(true)
    if (keyFault !== undefined || fault !== undefined) return
    setOutcome({ kind: 'sending' })
    try {
      const answer = await sendRequest(putTogether(operation, whole))
      setOutcome({ kind: 'answered', answer })
    } catch {
      setOutcome({ kind: 'failed' })
    }
  }

  return (
    <Panel title={t('try.open')} text={t('try.text')}>
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          {operation.needsKey && <KeyField referenceState={referenceState} isChecked={isChecked} />}
          <TryParameters
            operation={operation}
            input={whole}
            missing={isChecked && fault?.kind === 'missing' ? fault.name : undefined}
            onChange={change}
          />
          <Body
            operation={operation}
            text={input.body}
            isFaulty={isChecked && fault?.kind === 'json'}
            onChange={(body) => change({ body })}
          />
          <Group>
            <Button type="submit" loading={outcome.kind === 'sending'}>
              {t('try.send')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {outcome.kind === 'failed' && (
          <Alert color="red" mt="md" title={t('try.failed')}>
            {t('try.failedText')}
          </Alert>
        )}
        {outcome.kind === 'answered' && <TryAnswerView answer={outcome.answer} />}
      </div>
    </Panel>
  )
}

/** A live key is reported as soon as it is pasted, before it could be sent. */
function KeyField({
  referenceState,
  isChecked,
}: {
  readonly referenceState: ReferenceState
  readonly isChecked: boolean
}) {
  const { t } = useTranslation('developer')
  const fault = faultOfKey(referenceState.key)
  const shown = isChecked || fault === 'live' ? fault : undefined
  return (
    <PasswordInput
      label={t('try.key')}
      description={t('try.keyHint')}
      placeholder="svc_sandbox_…"
      autoComplete="off"
      spellCheck={false}
      value={referenceState.key}
      error={shown && t(`try.keyFault.${shown}`)}
      visibilityToggleButtonProps={{ 'aria-label': t('try.showKey'), tabIndex: 0 }}
      onChange={(event) => referenceState.change({ key: event.currentTarget.value })}
    />
  )
}

function inputAtFirst({ body }: Operation): Omit<TryInput, 'key'> {
  return {
    parameters: {},
    body: body === undefined ? '' : bodyText(body.fields, body.examples[0]),
    files: {},
  }
}

/** The body without its files, which have fields of their own. */
function bodyText(
  fields: readonly { readonly name: string; readonly type: string }[],
  example: Example | undefined,
): string {
  const isFile = new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name))
  const entries = Object.entries(example?.value ?? {}).filter(([name]) => !isFile.has(name))
  return JSON.stringify(Object.fromEntries(entries), undefined, 2)
}

interface BodyProps {
  readonly operation: Operation
  readonly text: string
  readonly isFaulty: boolean
  readonly onChange: (text: string) => void
}

function Body({ operation: { body }, text, isFaulty, onChange }: BodyProps) {
  const { t } = useTranslation('developer')
  const [chosen, setChosen] = useState(body?.examples[0]?.name ?? '')
  if (body === undefined) return null
  const choose = (name: string) => {
    setChosen(name)
    onChange(
      bodyText(
        body.fields,
        body.examples.find((one) => one.name === name),
      ),
    )
  }
  return (
    <>
      {body.examples.length > 1 && (
        <ExampleSelect examples={body.examples} chosen={chosen} onChange={choose} />
      )}
      <Textarea
        label={t(body.kind === 'json' ? 'try.body' : 'try.formFields')}
        classNames={{ input: 'svc-mono' }}
        autosize
        minRows={3}
        maxRows={18}
        spellCheck={false}
        value={text}
        error={isFaulty && t('try.notJson')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
