// List of fields with type and limits; nested fields unfold below. It is English, so it runs from left to right in
// every language, what the console says of a field too.

import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { MarkdownText } from '../../frame/markdown/markdown-text.tsx'
import { CodeList } from '../../frame/parts/code-list.tsx'
import { Collapsible } from './collapsible.tsx'
import classes from './developer.module.css'
import type { Field, Limit } from './reference/read-fields.ts'

interface FieldListProps {
  readonly fields: readonly Field[]
  /** For requests: marks required fields. */
  readonly isAsked?: boolean
}

export function FieldList({ fields, isAsked = false }: FieldListProps) {
  return (
    <ul className={classes.fields} dir="ltr">
      {fields.map((field) => (
        <li key={field.name}>
          <FieldLine field={field} isAsked={isAsked} />
        </li>
      ))}
    </ul>
  )
}

function FieldLine({ field, isAsked }: { readonly field: Field; readonly isAsked: boolean }) {
  const { t } = useTranslation('developer')
  const { name, type, isRequired, mayBeNull, description, fields } = field
  return (
    <>
      <div className={classes.named}>
        <strong className="svc-mono" lang="en">
          {name}
        </strong>
        <Text component="span" size="xs" c="dimmed" lang="en">
          {type}
        </Text>
        {isAsked && isRequired && <span className={classes.required}>{t('field.required')}</span>}
        {!isAsked && !isRequired && (
          <Text component="span" size="xs" c="dimmed">
            {t('field.notAlways')}
          </Text>
        )}
        {mayBeNull && (
          <Text component="span" size="xs" c="dimmed">
            {t('field.null')}
          </Text>
        )}
      </div>
      {description !== '' && (
        <div lang="en">
          <MarkdownText text={description} />
        </div>
      )}
      <Allowed field={field} />
      {fields.length > 0 && (
        <Collapsible title={<Text size="sm">{t('field.within', { name })}</Text>}>
          <FieldList fields={fields} isAsked={isAsked} />
        </Collapsible>
      )}
    </>
  )
}

function Allowed({ field: { values, limits } }: { readonly field: Field }) {
  const { t } = useTranslation('developer')
  const sayLimit = useLimitWords()
  if (values.length === 0 && limits.length === 0) return null
  return (
    <Text size="xs" c="dimmed" component="div" className={classes.allowed ?? ''}>
      {values.length > 0 && (
        <span dir="auto">
          {t('field.values')} <CodeList codes={values} />
        </span>
      )}
      {limits.map((limit) => (
        <span key={limit.kind} dir="auto">
          {'text' in limit ? (
            <>
              {t(`limit.${limit.kind}`)} <span className="svc-mono">{limit.text}</span>
            </>
          ) : (
            sayLimit(limit)
          )}
        </span>
      ))}
    </Text>
  )
}

type Range = Extract<Limit, { readonly kind: 'characters' | 'items' | 'value' }>

function useLimitWords(): (limit: Range) => string {
  const { t } = useTranslation('developer')
  return ({ kind, min, max }) => {
    const name = t(`limit.${kind}`)
    if (min === undefined) return `${name} ${t('range.upTo', { max })}`
    if (max === undefined) return `${name} ${t('range.from', { min })}`
    return `${name} ${t('range.between', { min, max })}`
  }
}
