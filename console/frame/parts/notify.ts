// Notifications in the corner of the window.

import { notifications } from '@mantine/notifications'

/** @param closeLabel Label of the close button. */
export function notifyDone(message: string, closeLabel: string): void {
  notifications.show({
    message,
    color: 'accent',
    withBorder: true,
    closeButtonProps: { 'aria-label': closeLabel },
  })
}

/** Stays until it is closed. @param closeLabel As in `notifyDone`. */
export function notifyError(message: string, closeLabel: string): void {
  notifications.show({
    message,
    color: 'red',
    role: 'alert',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': closeLabel },
  })
}
