// A short word in the corner: that something was done.

import { notifications } from '@mantine/notifications'

/** @param closeLabel For the button that takes it away. */
export function tellDone(message: string, closeLabel: string): void {
  notifications.show({
    message,
    color: 'accent',
    withBorder: true,
    closeButtonProps: { 'aria-label': closeLabel },
  })
}
