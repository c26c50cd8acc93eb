// A short word in the corner: that something was done, or was not.

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

/** Stays until it is taken away. @param closeLabel As of `tellDone`. */
export function tellTrouble(message: string, closeLabel: string): void {
  notifications.show({
    message,
    color: 'red',
    role: 'alert',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': closeLabel },
  })
}
