// Empty state: one sentence, one action.

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title?: string
  readonly text: string
  /** The one action. */
  readonly children?: ReactNode
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py={64} px="lg" ta="center">
      {title !== undefined && <Title order={1}>{title}</Title>}
      <Text c="dimmed" maw={520}>
        {text}
      </Text>
      {children}
    </Stack>
  )
}
