// How far long work has come, as a bar and in words.

import { Progress, Stack, Text } from '@mantine/core'

interface WorkProgressProps {
  readonly label: string
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
  readonly text: string
  /** Of a dialog that may be closed meanwhile. */
  readonly hint?: string
}

export function WorkProgress({ label, done, total, text, hint }: WorkProgressProps) {
  return (
    <Stack gap={6}>
      <Progress value={total === 0 ? 0 : Math.round((100 * done) / total)} aria-label={label} />
      <Text size="sm" c="dimmed" className="svc-number" aria-live="off">
        {text}
      </Text>
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Stack>
  )
}
