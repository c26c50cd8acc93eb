// New password, typed twice, with its rules and the faults reported by the server.

import { PasswordInput, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '../../api/refusal.ts'

/** The same limits as on the server. */
const charactersMin = 15
const charactersMax = 128

interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const emptyPassword: NewPassword = { password: '', repeated: '' }

const faults = ['too_short', 'too_long', 'too_common'] as const
type PasswordFault = (typeof faults)[number]

/** Client-side checks; the server decides. */
export function usePasswordRules() {
  const { t } = useTranslation('signIn')
  return {
    password(password: string) {
      const length = [...password].length
      if (length < charactersMin) return t('password.too_short')
      return length > charactersMax ? t('password.too_long') : null
    },
    repeated: (repeated: string, { password }: NewPassword) =>
      repeated === password ? null : t('password.different'),
  }
}

export function NewPasswordFields<Values extends NewPassword>({
  form,
  error,
}: {
  readonly form: UseFormReturnType<Values>
  readonly error: unknown
}) {
  const { t } = useTranslation('signIn')
  const fault = faultIn(error)
  const shown = form.getInputProps('password')
  const toggle = { 'aria-label': t('fields.showPassword'), tabIndex: 0 }
  return (
    <Stack gap="md">
      <PasswordInput
        label={t('fields.newPassword')}
        description={t('password.rule')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...shown}
        error={shown.error ?? (fault && t(`password.${fault}`))}
      />
      <PasswordInput
        label={t('fields.repeated')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('repeated')}
      />
    </Stack>
  )
}

export function isPasswordFault(error: unknown): boolean {
  return faultIn(error) !== undefined
}

function faultIn(error: unknown): PasswordFault | undefined {
  if (!(error instanceof ApiRefusal)) return undefined
  const codes = error.parts.details.map(({ code }) => code)
  return faults.find((fault) => codes.includes(fault))
}
