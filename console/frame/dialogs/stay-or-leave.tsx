// The body of a question whether what was written may be lost; the button that keeps it has the focus.

import { Button, Stack, Text } from '@mantine/core'
import { DialogEnding } from './dialog-ending.tsx'

interface StayOrLeaveProps {
  readonly text: string
  /** Words of the two buttons. */
  readonly stay: string
  readonly leave: string
  readonly onStay: () => void
  readonly onLeave: () => void
}

export function StayOrLeave({ text, stay, leave, onStay, onLeave }: StayOrLeaveProps) {
  return (
    <Stack gap="md">
      <Text>{text}</Text>
      <DialogEnding>
        <Button variant="default" data-autofocus onClick={onStay}>
          {stay}
        </Button>
        <Button color="red" onClick={onLeave}>
          {leave}
        </Button>
      </DialogEnding>
    </Stack>
  )
}
