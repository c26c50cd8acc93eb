// Fields for the parameters of an operation and the files of its body.

import { FileInput, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Operation, Parameter } from '../reference/read-reference.ts'
import type { TryInput } from './put-together.ts'

interface TryParametersProps {
  readonly operation: Operation
  readonly input: TryInput
  /** The required parameter that is missing. */
  readonly missing: string | undefined
  readonly onChange: (part: Partial<TryInput>) => void
}

export function TryParameters({ operation, input, missing, onChange }: TryParametersProps) {
  const { t } = useTranslation('developer')
  const { parameters, body } = operation
  const files = body?.fields.filter(({ type }) => type === 'file') ?? []
  if (parameters.length + files.length === 0) return null
  const setFile = (name: string, file: File | null) => {
    const { [name]: _before, ...others } = input.files
    onChange({ files: file === null ? others : { ...others, [name]: file } })
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      {parameters.map((parameter) => (
        <Value
          key={parameter.field.name}
          parameter={parameter}
          value={input.parameters[parameter.field.name] ?? ''}
          isMissing={missing === parameter.field.name}
          onChange={(value) =>
            onChange({ parameters: { ...input.parameters, [parameter.field.name]: value } })
          }
        />
      ))}
      {files.map(({ name, isRequired }) => (
        <FileInput
          key={name}
          label={name}
          withAsterisk={isRequired}
          accept="image/jpeg,image/png"
          placeholder={t('try.chooseFile')}
          clearable
          clearButtonProps={{ 'aria-label': t('try.clearFile', { name }) }}
          value={input.files[name] ?? null}
          onChange={(file) => setFile(name, file)}
        />
      ))}
    </SimpleGrid>
  )
}

interface ValueProps {
  readonly parameter: Parameter
  readonly value: string
  readonly isMissing: boolean
  readonly onChange: (value: string) => void
}

function Value({ parameter: { field, example }, value, isMissing, onChange }: ValueProps) {
  const { t } = useTranslation('developer')
  const shared = {
    label: field.name,
    withAsterisk: field.isRequired,
    value,
    error: isMissing && t('try.missing'),
  }
  if (field.values.length > 0) {
    return (
      <NativeSelect
        {...shared}
        data={['', ...field.values]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      placeholder={example}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
