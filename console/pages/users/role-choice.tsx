// Radio group of roles, each with its description.

import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, roles } from '../../../server/users/role.ts'

interface RoleChoiceProps {
  readonly label: string
  readonly value: Role | undefined
  readonly error?: ReactNode
  /** The user's current role, which cannot be chosen. */
  readonly current?: Role
  readonly onChange: (role: Role) => void
}

export function RoleChoice({ label, value, error, current, onChange }: RoleChoiceProps) {
  const { t } = useTranslation('users')
  const { t: tFrame } = useTranslation('frame')
  const choose = (name: string) => {
    const role = roles.find((one) => one === name)
    if (role !== undefined) onChange(role)
  }
  return (
    <Radio.Group label={label} value={value ?? null} error={error} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Radio
            key={role}
            value={role}
            disabled={role === current}
            label={
              role === current
                ? `${tFrame(`roles.${role}`)} (${t('changeRole.now')})`
                : tFrame(`roles.${role}`)
            }
            description={t(`role.${role}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
