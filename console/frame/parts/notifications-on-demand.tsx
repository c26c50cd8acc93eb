// Place of the notifications in the layout of the pages, loaded beside the first page that can show any.

import { useNotifications } from '@mantine/notifications'
import { useWhenWanted } from '../use-on-demand.ts'

/** @param isExpected Whether the page can show notifications. */
export function NotificationsOnDemand({ isExpected }: { readonly isExpected: boolean }) {
  const { notifications } = useNotifications()
  const Corner = useWhenWanted(isExpected || notifications.length > 0, loadCorner)
  return Corner && <Corner />
}

async function loadCorner() {
  return (await import('./notification-corner.tsx')).NotificationCorner
}
