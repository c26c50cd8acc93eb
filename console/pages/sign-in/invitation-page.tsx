// Target of an invitation link: the new user chooses a password.

import { useTranslation } from 'react-i18next'
import { LinkPage } from './link-page.tsx'

export function InvitationPage() {
  const { t } = useTranslation('links')
  return <LinkPage title={t('invitation.title')} text={t('invitation.text')} mayUseDirectory />
}
