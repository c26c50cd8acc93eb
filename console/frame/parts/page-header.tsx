// Page header: title, one-sentence description, actions.

import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Buttons, the most important last. */
  readonly actions?: ReactNode
}

export function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Box miw={0} flex="1 1 420px">
        <Title order={1}>{title}</Title>
        {text !== undefined && (
          <Text c="dimmed" mt={2} maw={720}>
            {text}
          </Text>
        )}
      </Box>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
