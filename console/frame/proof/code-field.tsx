// Input field for one kind of proof, with the autocomplete hints that password managers use.

import { PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Way } from './proof.ts'

interface CodeFieldProps {
  readonly way: Exclude<Way, 'passkey'>
  readonly value: string
  readonly onChange: (text: string) => void
}

export function CodeField({ way, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation('frame')
  const shared = {
    value,
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
    autoFocus: true,
    label: t(`proof.label.${way}`),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  }
  switch (way) {
    case 'password':
      return (
        <PasswordInput
          {...shared}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
        />
      )
    case 'totp':
      return (
        <TextInput
          {...shared}
          description={t('proof.hint.totp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title={t('proof.hint.totp')}
          maxLength={7}
        />
      )
    case 'recovery_code':
      return (
        <TextInput
          {...shared}
          description={t('proof.hint.recovery_code')}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
      )
  }
}
