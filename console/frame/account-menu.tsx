// Button of the signed-in user's menu.

import { AccountLabel } from './account-label.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'
import { useLoadAhead } from './use-on-demand.ts'

/** @param isLoadedAhead Whether the menu is loaded before the button is pressed. */
export function AccountMenu({ isLoadedAhead }: { readonly isLoadedAhead: boolean }) {
  useLoadAhead(isLoadedAhead, loadChoices)
  return <MenuOnDemand icon={<AccountLabel />} variant="transparent" load={loadChoices} />
}

/** With the corner in which a failed sign-out is shown, because a failure may be that nothing can be loaded. */
async function loadChoices() {
  const [choices] = await Promise.all([
    import('./account-choices.tsx'),
    import('./parts/notification-corner.tsx'),
  ])
  return choices.AccountChoices
}
