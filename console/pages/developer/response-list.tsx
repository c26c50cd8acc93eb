// Responses of an operation by status: examples, fields, headers, error codes.

import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MarkdownText } from '../../frame/markdown/markdown-text.tsx'
import { Collapsible } from './collapsible.tsx'
import classes from './developer.module.css'
import { ExampleChoice } from './example-choice.tsx'
import { FieldList } from './field-list.tsx'
import type { ReferenceAnswer } from './reference/read-reference.ts'

export function ResponseList({ answers }: { readonly answers: readonly ReferenceAnswer[] }) {
  return (
    <Stack gap={0} dir="ltr" className={classes.answers ?? ''}>
      {answers.map((answer, index) => (
        <Collapsible
          key={answer.status}
          isOpenAtFirst={index === 0 && answer.examples.length > 0}
          title={<AnswerTitle answer={answer} />}
        >
          <AnswerBody answer={answer} />
        </Collapsible>
      ))}
    </Stack>
  )
}

function isRefusal({ status }: ReferenceAnswer): boolean {
  return /^[45]/.test(status)
}

/** Error responses are named by the codes of their examples. */
function AnswerTitle({ answer }: { readonly answer: ReferenceAnswer }) {
  const { status, description, examples } = answer
  const codes = examples.map(({ name }) => name).join(', ')
  return (
    <span className={classes.answer} lang="en">
      <strong className="svc-mono">{status}</strong>
      <span className={isRefusal(answer) && codes !== '' ? 'svc-mono' : undefined}>
        {isRefusal(answer) && codes !== '' ? codes : description}
      </span>
    </span>
  )
}

function AnswerBody({ answer }: { readonly answer: ReferenceAnswer }) {
  const { t } = useTranslation('developer')
  const { description, fields, headers, examples } = answer
  return (
    <Stack gap="sm">
      {isRefusal(answer) && (
        <div lang="en">
          <MarkdownText text={description} />
        </div>
      )}
      {examples.length > 0 && <ExampleChoice examples={examples} />}
      {fields.length > 0 && !isRefusal(answer) && (
        <Collapsible title={<Text size="sm">{t('answer.fields')}</Text>}>
          <FieldList fields={fields} />
        </Collapsible>
      )}
      {headers.length > 0 && (
        <Collapsible title={<Text size="sm">{t('answer.headers')}</Text>}>
          <ul className={classes.fields} lang="en">
            {headers.map(({ name, description: text }) => (
              <li key={name}>
                <strong className="svc-mono">{name}</strong>
                <MarkdownText text={text} />
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
    </Stack>
  )
}
