// Creates an API key with name, scopes, networks and expiry, then shows it once.

import { Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreatedKeyJson } from '../../../server/api/keys/key-api.ts'
import { dayMs } from '../../../server/kernel/durations.ts'
import type { Environment } from '../../../server/kernel/environment.ts'
import { useChange } from '../../api/use-api.ts'
import { Dialog } from '../../frame/dialogs/dialog.tsx'
import { FormEnding } from '../../frame/dialogs/form-ending.tsx'
import { useEnvironment } from '../../frame/environment.tsx'
import { ErrorState } from '../../frame/parts/error-state.tsx'
import { type FieldFaults, fieldFaults, useFaultFocus } from '../../frame/parts/field-faults.tsx'
import { useShow } from '../../words/show.ts'
import { scopesInOrder, usualScopes } from './key-scopes.ts'
import { KeyShownDialog } from './key-shown-dialog.tsx'

interface Wanted {
  readonly name: string
  readonly scopes: string[]
  readonly cidrs: string
  /** `never`, or a number of days. */
  readonly expiry: string
}

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('keys')
  const { environment } = useEnvironment()
  const form = useForm<Wanted>({
    initialValues: { name: '', cidrs: '', ...startOf(environment) },
    validate: {
      name: (text) => (text.trim() === '' ? t('create.nameMissing') : null),
      scopes: (chosen) => (chosen.length === 0 ? t('create.scopesMissing') : null),
    },
  })
  const create = useChange<Wanted, CreatedKeyJson>(
    (wanted) => ({ path: '/keys', method: 'POST', json: toBody(wanted, environment) }),
    { touches: ['/keys', '/approvals'] },
  )
  const faults = fieldFaults(create.error, ['name', 'scopes', 'allowed_cidrs', 'expires_at'])
  const formElement = useFaultFocus(create.error)
  if (create.data) return <KeyShownDialog created={create.data} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={t(`create.title.${environment}`)} size={560}>
      <form
        ref={formElement}
        onSubmit={form.onSubmit((wanted) => create.mutate(wanted))}
        noValidate
      >
        <Stack gap="md">
          <Fields form={form} faults={faults} />
          {faults.rest !== undefined && <ErrorState error={faults.rest} />}
          <Text size="sm" c="dimmed">
            {t('create.once')}
          </Text>
          <FormEnding action={t('create.action')} isBusy={create.isPending} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** A live key is given each scope on purpose, and ends unless asked otherwise. */
function startOf(environment: Environment): Pick<Wanted, 'scopes' | 'expiry'> {
  return environment === 'live'
    ? { scopes: [], expiry: '90' }
    : { scopes: [...usualScopes], expiry: 'never' }
}

interface FieldsProps {
  readonly form: UseFormReturnType<Wanted>
  /** Faults that the server reported. */
  readonly faults: FieldFaults
}

function Fields({ form, faults }: FieldsProps) {
  const { t } = useTranslation('keys')
  const cidrFault = useCidrFault(form.values.cidrs, faults)
  return (
    <>
      <TextInput
        label={t('columns.name')}
        description={t('create.nameHint')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
        error={form.errors.name ?? faults.at('name')}
      />
      <Checkbox.Group
        label={t('columns.scopes')}
        {...form.getInputProps('scopes')}
        error={form.errors.scopes ?? faults.at('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {scopesInOrder.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={<span className="svc-mono">{scope}</span>}
              description={t(`scope.${scope}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('columns.expires')}
        data={[
          { value: 'never', label: t('expiry.never') },
          ...[30, 90, 365].map((count) => ({
            value: String(count),
            label: t('expiry.days', { count }),
          })),
        ]}
        {...form.getInputProps('expiry')}
        error={faults.at('expires_at')}
      />
      <Textarea
        label={t('create.cidrs')}
        description={t('create.cidrsHint')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('cidrs')}
        error={cidrFault}
      />
    </>
  )
}

/** Lists the invalid entries; other faults show the server's message. */
function useCidrFault(text: string, faults: FieldFaults): ReactNode {
  const { t } = useTranslation('keys')
  const show = useShow()
  const entries = cidrsIn(text)
  const found = faults.of('allowed_cidrs')
  const wrong = found.flatMap(
    ({ param }) => entries[Number(param.split('.')[1] ?? Number.NaN)] ?? [],
  )
  if (wrong.length === 0 || wrong.length < found.length) return faults.at('allowed_cidrs')
  return t('create.cidrsWrong', { cidrs: show.codes(wrong), count: wrong.length })
}

function cidrsIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '')
}

function toBody(wanted: Wanted, environment: string) {
  const cidrs = cidrsIn(wanted.cidrs)
  const expiresAt = Date.now() + Number(wanted.expiry) * dayMs
  return {
    name: wanted.name,
    environment,
    scopes: wanted.scopes,
    ...(cidrs.length === 0 ? {} : { allowed_cidrs: cidrs }),
    ...(wanted.expiry === 'never' ? {} : { expires_at: new Date(expiresAt).toISOString() }),
  }
}
