// Notifications in the corner of the window.

import { type NotificationData, notifications } from '@mantine/notifications'
import i18next from 'i18next'

export function notifyDone(message: string): void {
  notify({ message, color: 'accent' })
}

/** Stays until it is closed. */
export function notifyError(message: string): void {
  notify({ message, color: 'red', role: 'alert', autoClose: false })
}

/** With a close button that has a label. */
export function notify(notification: NotificationData): void {
  const closeButtonProps = { 'aria-label': i18next.t('close', { ns: 'frame' }) }
  notifications.show({ ...notification, withBorder: true, closeButtonProps })
}
