// Place of the notifications, for the layouts in which some are shown. Not part of the root component: the
// first page needs none.

import { Notifications } from '@mantine/notifications'

/** Bottom left, because the decision bar is at the bottom right. */
export function NotificationCorner() {
  return <Notifications position="bottom-left" autoClose={6000} />
}
